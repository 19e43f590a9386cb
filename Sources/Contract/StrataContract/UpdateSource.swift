// Part of Strata.
// SPDX-License-Identifier: MIT

/// A value that many listeners follow: the writing end of ``Updates``.
///
/// A service keeps its state in one and hands out ``updates``; a scripted service does the same.
/// It is no store: nothing survives the process.
///
/// ```swift
/// let badge = UpdateSource(0)
/// badge.value += 1
/// for try await number in badge.updates { show(number) }
/// ```
///
/// Safe to use from any task. Listeners hold the value and not what owns it: when the last reference to the source
/// goes, their sequences end.
public final class UpdateSource<Value: Sendable>: Sendable {
  private let core: Core<Value>
  private let make: @Sendable (Core<Value>) -> Updates<Value>

  /// Makes a source.
  ///
  /// - Parameter value: What it is now.
  public init(_ value: Value) {
    core = Core(value)
    make = { core in Updates(read: { core.value }, changes: { core.changes() }) }
  }

  /// Makes a source whose listeners are not told of a value equal to the one before.
  ///
  /// - Parameter value: What it is now.
  public init(_ value: Value) where Value: Equatable {
    core = Core(value)
    make = { core in Updates(read: { core.value }, changes: { core.changes() }) }
  }

  deinit { core.finish() }

  /// What it is now. Setting it tells every listener; `value += 1` from two tasks loses none if done in ``update(_:)``.
  public var value: Value {
    get { core.value }
    set { core.update { $0 = newValue } }
  }

  /// The value now, and after each change.
  public var updates: Updates<Value> { make(core) }

  /// Changes the value as one step that no other change comes between.
  ///
  /// - Parameter change: Changes it. Runs under a lock: call nothing of others inside.
  /// - Returns: What `change` returned.
  /// - Throws: What `change` throws; listeners are told all the same.
  @discardableResult public func update<Result: Sendable>(
    _ change: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try core.update(change)
  }
}

/// The value and its listeners; outlives the source where a listener still reads.
private final class Core<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var next = 0
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var isFinished = false
  }
  private let state: Locked<State>

  init(_ value: Value) { state = Locked(State(value: value)) }

  var value: Value { state.withLock { $0.value } }

  func update<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    // NB: told outside the lock, for a listener may read at once.
    defer { for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() } }
    return try state.withLock { try change(&$0.value) }
  }

  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    // NB: the removed continuation is released outside the lock.
    continuation.onTermination = { [weak self] _ in _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) } }
    return stream
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
