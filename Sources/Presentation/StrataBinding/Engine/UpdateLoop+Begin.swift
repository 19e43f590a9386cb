// Part of Strata.
// SPDX-License-Identifier: MIT

extension UpdateLoop {
  /// Shows a region for the first time and follows it from then on.
  ///
  /// - Parameter scope: Takes the region if it has room; else it gets a scope of its own.
  /// - Returns: The scope that has it.
  @MainActor @discardableResult func begin(_ region: Region, in scope: Scope? = nil) -> Scope {
    _ = region.read()
    let home: Scope
    if let scope, scope.adopt(region) {
      home = scope
    } else {
      home = Scope(region, loop: self)
      heat(home)
    }
    // What cannot be compared would be applied by every read, so it is registered now.
    if region.isIrreflexive, home.phase == .hot { _ = home.arm(applies: false) }
    region.apply()
    return home
  }
}
