// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Dispatch

/// Says whether the main actor runs here. Swift has no such question that does not trap, and the
/// thread does not tell: on Linux the main queue may be drained by any of them.
enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Runs `body` if the main actor runs here.
  static func runIfCurrent(_ body: @MainActor () -> Void) -> Bool {
    guard isCurrent else { return false }
    // NB: as MainActor.assumeIsolated does, without asking a second time.
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Void).self)() }
    return true
  }
}
