// Part of Strata.
// SPDX-License-Identifier: MIT

/// Reads now and after every change of what was read, and applies what differs.
///
/// The first values are applied before this returns. Later changes are applied
/// together, once per turn of the main loop, and equal values not at all. Bind a
/// region (a cell, a page), not every label.
///
/// ```swift
/// token = observe { (model.title, model.count) } apply: { title, count in
///   label.text = "\(title) (\(count))"
/// }
/// ```
///
/// Runs on the main actor. Both closures live as long as the token: capture a
/// view that owns the token weakly.
///
/// - Important: Change models on the main actor. A change on another thread is announced before
///   it is stored; if two flushes run in between, it shows only with the next change.
///
/// - Parameters:
///   - read: Reads observable models, and changes nothing.
///   - apply: Writes what was read into a view. Its own reads are not tracked.
///   - fileID: Where the binding was made, for messages.
///   - line: The same.
/// - Returns: The token that keeps the binding.
@MainActor public func observe<each Value: Equatable>(
  _ read: @escaping () -> (repeat each Value), apply: @escaping (repeat each Value) -> Void,
  fileID: StaticString = #fileID, line: UInt = #line
) -> ObserveToken {
  let region = ValueRegion(place: "\(fileID):\(line)", reading: read, applying: apply)
  let observing = Observing(region, loop: .main)
  observing.begin()
  return ObserveToken(observing)
}
