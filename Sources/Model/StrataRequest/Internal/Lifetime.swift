// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// How long a request may go on: until its deadline, which stands still while it waits for a slot (W17), or until it
/// is cancelled by name (W16).
///
/// Whatever the request waits for says how the wait is left: so the request needs no task beside its caller's.
final class Lifetime: Sendable {
  private enum End { case timedOut, cancelled }

  private struct State {
    var deadline: Duration
    var pausedAt: Duration?
    var end: End?
    var isDone = false
    var leave: (@Sendable () -> Void)?
  }

  private let watch: Watch
  private let isLimited: Bool
  private let state: Locked<State>

  /// Starts the time.
  init(_ limit: Duration, _ watch: Watch) {
    self.watch = watch
    isLimited = limit < .unlimited
    state = Locked(State(deadline: watch.ticker.now() + limit))
  }

  /// Stops or continues the time.
  func setPaused(_ isPaused: Bool) {
    let now = watch.ticker.now()
    let goesOn = state.withLock { state in
      if isPaused {
        state.pausedAt = state.pausedAt ?? now
      } else if let since = state.pausedAt {
        state.deadline += now - since
        state.pausedAt = nil
        return isLimited
      }
      return false
    }
    if goesOn { watch.add(self) }
  }

  /// Whether it has ended.
  var isOver: Bool { state.withLock { $0.end != nil } }

  /// Ends it now.
  func cancel() { end(.cancelled) }

  /// Runs the whole request.
  ///
  /// - Throws: ``TransportError/Kind-swift.enum/timedOut`` at the deadline, or what the work throws.
  func limit<Value>(_ work: () async throws -> Value) async throws -> Value {
    if isLimited { watch.add(self) }
    defer {
      if isLimited {
        state.withLock { $0.isDone = true }
        watch.remove(self)
      }
    }
    do { return try await work() } catch  where state.withLock(\.end) == .timedOut {
      throw TransportError(.timedOut, "the whole took longer than it may")
    }
  }

  /// Waits for something that `leave` makes throw when this ends. A request waits for one thing at a time.
  func wait<Value>(leave: @escaping @Sendable () -> Void, _ work: () async throws -> Value) async throws -> Value {
    let isOver = state.withLock { state in
      state.leave = leave
      return state.end != nil
    }
    defer { state.withLock { $0.leave = nil } }
    if isOver { leave() }
    return try await work()
  }

  /// Runs work of unknown kind: in a task of its own, which is cancelled when this ends.
  func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task.startingNow(work)
    return try await withTaskCancellationHandler {
      try await wait(leave: { task.cancel() }) { try await task.value }
    } onCancel: {
      task.cancel()
    }
  }

  private func end(_ end: End) {
    // NB: called outside the lock: whoever leaves may ask what is under way.
    let leave = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.end == nil else { return nil }
      state.end = end
      return state.leave
    }
    leave?()
  }
}

extension Lifetime: Watched {
  func end(_ now: Duration) -> Duration? {
    // While paused there is none: it is watched again when it goes on.
    state.withLock { $0.isDone || $0.pausedAt != nil ? nil : $0.deadline }
  }

  func timeIsUp() { end(.timedOut) }
}

extension TransportRequest {
  /// Whether nobody wants its answer any more.
  var isOver: Bool { Task.isCancelled || options.lifetime?.isOver == true }

  /// Waits for something that `leave` makes throw when the request is over.
  func wait<Value>(leave: @escaping @Sendable () -> Void, for work: () async throws -> Value) async throws -> Value {
    try await withTaskCancellationHandler {
      guard let lifetime = options.lifetime else { return try await work() }
      return try await lifetime.wait(leave: leave, work)
    } onCancel: {
      leave()
    }
  }
}

extension Transporting {
  /// Whether it ends its waits with the request's lifetime, and not only with its task.
  var endsWithLifetime: Bool {
    // NB: a cast asks whether the type is bridged, which takes a tenth of a millisecond in a process that has just begun.
    let type: Any.Type = type(of: self)
    return type == CurlTransport.self || type == URLSessionTransport.self
  }
}

extension Duration {
  /// Longer than any process lives: a hundred years.
  static let unlimited = Duration.seconds(100 * 365 * 86_400)
}
