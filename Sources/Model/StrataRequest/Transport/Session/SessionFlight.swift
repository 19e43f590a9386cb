// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract

/// One exchange of a ``URLSessionTransport``: what its delegate receives and what a task waits for meet here.
final class SessionFlight: Sendable {
  private struct State {
    var lastActivity: Duration
    var sent: Int64 = 0
    var abort: (@Sendable () -> Void)?
    var pause: (@Sendable (Bool) -> Void)?
    var hasStoodStill = false
    var refusal: Inbox.Head?
  }

  let request: TransportRequest
  let inbox: Inbox
  private let idleTimeout: Duration
  private let ticker: Ticker
  private let state: Locked<State>

  init(_ request: TransportRequest, _ ticker: Ticker) {
    self.request = request
    self.ticker = ticker
    inbox = Inbox(holdsParts: request.options.wholeBodyLimit != nil)
    state = Locked(State(lastActivity: ticker.now()))
    idleTimeout = request.options.idleTimeout ?? .seconds(30)
  }

  /// How the wire is ended, and paused (true) or resumed (false).
  func set(abort: @escaping @Sendable () -> Void, pause: @escaping @Sendable (Bool) -> Void) {
    let now = ticker.now()
    state.withLock { state in
      state.abort = abort
      state.pause = pause
      state.lastActivity = now
    }
  }

  // MARK: - The task's side

  func next() async throws -> Data? {
    try await inbox.next(of: request, resume: { self.setPaused(false) }, cancel: { self.cancel() })
  }

  /// Ends the exchange at once.
  func cancel() {
    if inbox.cancel() { state.withLock(\.abort)?() }
  }

  private func setPaused(_ isPaused: Bool) {
    let now = ticker.now()
    state.withLock { state in
      state.lastActivity = now
      return state.pause
    }?(isPaused)
  }

  // MARK: - The delegate's side

  func received(_ head: Inbox.Head) {
    touch()
    var head = head
    if request.method != .head { head.headers = head.headers.decoded }
    inbox.put(head)
    deliver()
  }

  func received(_ data: Data) {
    touch()
    if !inbox.put(count: data.count, always: true, { data }) { setPaused(true) }
    deliver()
  }

  func sent(_ total: Int64) {
    let now = ticker.now()
    let isNew = state.withLock { state in
      state.lastActivity = now
      defer { state.sent = total }
      return total != state.sent
    }
    if isNew { request.options.onSent?(Int(total)) }
  }

  /// Keeps the answer that asks for a credential: the task itself ends with a cancellation after it.
  func refused(_ head: Inbox.Head) { state.withLock { $0.refusal = head } }

  func ended(_ error: (any Error)?) {
    let (hasStoodStill, refusal) = state.withLock { state -> (Bool, Inbox.Head?) in
      defer { (state.abort, state.pause) = (nil, nil) }
      return (state.hasStoodStill, state.refusal)
    }
    if hasStoodStill {
      settle(.failure(TransportError(.timedOut, "nothing came for longer than it may")))
    } else if let error {
      if let refusal, inbox.receivedHead == nil { received(refusal) }
      let isRefusal = inbox.receivedHead?.status == 401 && TransportError.isCancellation(error)
      settle(isRefusal ? .success(()) : .failure(TransportError(session: error)))
    } else {
      settle(.success(()))
    }
  }

  private func settle(_ end: Result<Void, any Error>) {
    inbox.settle(end)
    deliver()
  }

  private func deliver() { inbox.deliver { setPaused(false) } }

  private func touch() {
    let now = ticker.now()
    state.withLock { $0.lastActivity = now }
  }
}

extension SessionFlight: Watched {
  func end(_ now: Duration) -> Duration? {
    guard !inbox.isOver else { return nil }
    let isOurs = inbox.isPaused
    return state.withLock { state in
      if isOurs { state.lastActivity = now }
      return state.lastActivity + idleTimeout
    }
  }

  func timeIsUp() {
    let abort = state.withLock { state in
      state.hasStoodStill = true
      return state.abort
    }
    settle(.failure(TransportError(.timedOut, "nothing came for longer than it may")))
    abort?()
  }
}
