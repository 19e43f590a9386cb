// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract

/// The bindings of one screen or cell, which end with it.
///
/// ```swift
/// let tokens = TokenBag()
/// tokens.observe { model.title } apply: { label.text = $0 }
/// ```
///
/// Bindings made by the bag itself share registrations, which makes them smaller; those
/// stored in it keep their own. Safe to use from any thread.
public final class TokenBag: Sendable {
  private struct State {
    var regions: [Region] = []
    /// Takes the next region, while it has room.
    var scope: Scope?
  }

  private let state = Locked(State())

  /// Makes an empty bag.
  public init() {}

  deinit { cancelAll() }

  /// Keeps a binding until ``cancelAll()`` or the bag's release.
  public func insert(_ token: ObserveToken) {
    let region = token.handOver()
    state.withLock { $0.regions.append(region) }
  }

  /// Ends every binding in the bag and empties it, for a cell that is reused.
  public func cancelAll() {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    for region in ended.regions { region.end(in: .main) }
  }

  /// Observes as the free function `observe` does, kept by the bag. Runs on the main actor.
  ///
  /// - Parameters:
  ///   - read: Reads observable models, and changes nothing.
  ///   - apply: Writes what was read into a view.
  ///   - fileID: Where the binding was made, for messages.
  ///   - line: The same.
  @MainActor @inlinable public func observe<Value: Equatable>(
    _ read: @escaping () -> Value, apply: @escaping (Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    insert(ValueRegion(place: fileID, line: line, reading: read, applying: apply))
  }

  /// Observes several values, kept by the bag. Runs on the main actor.
  ///
  /// - Parameters:
  ///   - read: Reads observable models, and changes nothing.
  ///   - apply: Writes what was read into a view.
  ///   - fileID: Where the binding was made, for messages.
  ///   - line: The same.
  @MainActor @inlinable public func observe<each Value: Equatable>(
    _ read: @escaping () -> (repeat each Value), apply: @escaping (repeat each Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    insert(PackRegion(place: fileID, line: line, reading: read, applying: apply))
  }

  @MainActor @usableFromInline func insert(_ region: Region) {
    let scope = state.withLock { state in
      state.regions.append(region)
      return state.scope
    }
    let used = UpdateLoop.main.begin(region, in: scope)
    if used !== scope { state.withLock { $0.scope = used } }
  }
}
