// Part of Strata.
// SPDX-License-Identifier: MIT

/// Reads now and after every change of what was read, and applies what differs.
///
/// The first value is applied before this returns. Later changes are applied
/// together, once per turn of the main loop, and equal values not at all. Bind a
/// region (a cell, a page), not every label.
///
/// ```swift
/// token = observe {
///   model.title
/// } apply: {
///   label.text = $0
/// }
/// ```
///
/// Runs on the main actor. Both closures live as long as the token: capture a
/// view that owns the token weakly, or use the form that takes the owner.
///
/// - Important: `read` is called more often than its values change; keep it cheap and free of effects. A
///   model that other threads change must guard its own storage. Such a change is missed never, and shown
///   by the next flush; if it was announced long before it was stored, after four times that long.
///
/// - Parameters:
///   - read: Reads observable models, and changes nothing.
///   - apply: Writes what was read into a view. Its own reads are not tracked.
///   - fileID: Where the binding was made, for messages.
///   - line: The same.
/// - Returns: The token that keeps the binding.
@MainActor @inlinable public func observe<Value: Equatable>(
  _ read: @escaping () -> Value, apply: @escaping (Value) -> Void,
  fileID: StaticString = #fileID, line: UInt = #line
) -> ObserveToken {
  ObserveToken(ValueRegion(place: fileID, line: line, reading: read, applying: apply))
}

/// Reads several values now and after every change, and applies them if one differs.
///
/// ```swift
/// token = observe { (model.title, model.count) } apply: { title, count in
///   label.text = "\(title) (\(count))"
/// }
/// ```
///
/// Runs on the main actor; everything else is as with one value.
///
/// - Parameters:
///   - read: Reads observable models, and changes nothing.
///   - apply: Writes what was read into a view. Its own reads are not tracked.
///   - fileID: Where the binding was made, for messages.
///   - line: The same.
/// - Returns: The token that keeps the binding.
@MainActor @inlinable public func observe<each Value: Equatable>(
  _ read: @escaping () -> (repeat each Value), apply: @escaping (repeat each Value) -> Void,
  fileID: StaticString = #fileID, line: UInt = #line
) -> ObserveToken {
  ObserveToken(PackRegion(place: fileID, line: line, reading: read, applying: apply))
}

/// Observes for an owner: its bag keeps the binding, and `apply` gets it without holding it.
///
/// ```swift
/// observe(screen) { model.title } apply: { screen, title in screen.label.text = title }
/// ```
///
/// Runs on the main actor. The binding ends with the owner.
///
/// - Parameters:
///   - owner: The view; held weakly.
///   - read: Reads observable models, and changes nothing. Captures the model, not the owner.
///   - apply: Writes what was read into the owner.
///   - fileID: Where the binding was made, for messages.
///   - line: The same.
@MainActor public func observe<Owner: TokenKeeping, each Value: Equatable>(
  _ owner: Owner, _ read: @escaping () -> (repeat each Value), apply: @escaping (Owner, repeat each Value) -> Void,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let applying = { [weak owner] (values: repeat each Value) in
    if let owner { apply(owner, repeat each values) }
  }
  owner.tokens.insert(PackRegion(place: fileID, line: line, reading: read, applying: applying))
}

/// An object that keeps its bindings in a bag: a screen, a cell, a widget.
///
/// ```swift
/// final class Screen: TokenKeeping {
///   let tokens = TokenBag()
/// }
/// ```
///
/// Used on the main actor.
@MainActor public protocol TokenKeeping: AnyObject {
  /// The bindings that end with the object.
  var tokens: TokenBag { get }
}
