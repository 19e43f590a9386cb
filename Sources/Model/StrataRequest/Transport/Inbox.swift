// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract

/// Where a wire leaves what it receives and a task waits for it: one per exchange.
///
/// What the wire has put wakes the task when the wire says that there is no more for now (``deliver()``).
final class Inbox: Sendable {
  typealias Head = (status: Int, headers: Headers)

  private struct State {
    var headWaiter: CheckedContinuation<Head, any Error>?
    var head: Head?
    var chunks: [Data] = []
    var buffered = 0
    var chunkWaiter: CheckedContinuation<Data?, any Error>?
    var isPaused = false
    var end: Result<Void, any Error>?

    /// What came since the last call, or the end; `nil` if there is neither.
    mutating func take() -> Result<Data?, any Error>? {
      guard var chunk = chunks.first else { return end?.map { nil } }
      for further in chunks.dropFirst() { chunk.append(further) }
      chunks.removeAll()
      (buffered, isPaused) = (0, false)
      return .success(chunk)
    }
  }

  /// Above this many bytes that nobody has read, the wire is to pause; it goes on when all are read.
  private static let highWater = 256 * 1_024

  private let holdsParts: Bool
  private let state = Locked(State())

  /// Makes an inbox.
  ///
  /// - Parameter holdsParts: Whether the task needs the whole body anyway: it is woken only when all of it is here
  ///   or no more fits.
  init(holdsParts: Bool) { self.holdsParts = holdsParts }

  // MARK: - The task's side

  /// Starts the wire and waits for the head.
  func head(start: () -> Void) async throws -> Head {
    try await withCheckedThrowingContinuation { waiter in
      let end = state.withLock { state in
        if state.end == nil { state.headWaiter = waiter }
        return state.end
      }
      if case .failure(let error) = end { waiter.resume(throwing: error) } else { start() }
    }
  }

  /// Waits for what came since the last call; `nil` at the end.
  ///
  /// - Parameters:
  ///   - request: Whose answer it is.
  ///   - resume: Called when the wire was paused and may go on.
  ///   - cancel: Called when the request is over while the task waits.
  func next(
    of request: TransportRequest, resume: @Sendable () -> Void, cancel: @escaping @Sendable () -> Void
  ) async throws -> Data? {
    if let ready = takeChunk(resume: resume) { return try ready.get() }
    return try await request.wait(leave: cancel) {
      try await withCheckedThrowingContinuation { waiter in
        if let ready = takeChunk(orWait: waiter, resume: resume) { waiter.resume(with: ready) }
      }
    }
  }

  /// Ends the exchange for the task, at once. True if this ended it, and the wire is to stop now: in this order, or
  /// the abort's own error would reach the waiter.
  func cancel() -> Bool {
    defer { deliver(resume: {}) }
    return settle(.failure(CancellationError()))
  }

  private func takeChunk(
    orWait waiter: CheckedContinuation<Data?, any Error>? = nil, resume: () -> Void
  ) -> Result<Data?, any Error>? {
    let (result, resumes) = state.withLock { state -> (Result<Data?, any Error>?, Bool) in
      let wasPaused = state.isPaused
      let result = state.take()
      if result == nil { state.chunkWaiter = waiter }
      return (result, wasPaused && !state.isPaused)
    }
    if resumes { resume() }
    return result
  }

  // MARK: - The wire's side

  /// Whether the exchange is over.
  var isOver: Bool { state.withLock { $0.end != nil } }

  /// Whether the wire stands still because nobody has read.
  var isPaused: Bool { state.withLock(\.isPaused) }

  /// The head, if it has come.
  var receivedHead: Head? { state.withLock(\.head) }

  /// Takes the head.
  func put(_ head: Head) { state.withLock { $0.head = head } }

  /// Whether the wire is to pause now and bring its chunk again.
  func isFull() -> Bool {
    state.withLock { state in
      state.isPaused = state.buffered >= Self.highWater
      return state.isPaused
    }
  }

  /// Takes a chunk. False where too much waits already: the wire is to pause and, unless `always`, bring it again.
  @discardableResult func put(count: Int, always: Bool = false, _ chunk: () -> Data) -> Bool {
    guard count > 0 else { return true }
    return state.withLock { state in
      let isFull = state.buffered >= Self.highWater
      if isFull { state.isPaused = true }
      if isFull && !always { return false }
      if state.end == nil {
        state.chunks.append(chunk())
        state.buffered += count
      }
      return !isFull
    }
  }

  /// Ends the exchange. What has come before is still given, but to a cancelled task. True unless it was over already.
  @discardableResult func settle(_ end: Result<Void, any Error>) -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      state.end = end
      if case .failure(let error) = end, error is CancellationError { state.chunks = [] }
      return true
    }
  }

  /// Wakes the task if there is something for it.
  ///
  /// - Parameter resume: Called when the wire was paused and may go on, because the task has taken all.
  func deliver(resume: () -> Void) {
    let (wake, resumes) = state.withLock { state -> (Wake?, Bool) in
      guard state.end != nil || !holdsParts || state.isPaused else { return (nil, false) }
      let wasPaused = state.isPaused
      return (wakeForHead(&state) ?? wakeForChunk(&state), wasPaused && !state.isPaused)
    }
    if resumes { resume() }
    switch wake {
    case .head(let waiter, let result): waiter.resume(with: result)
    case .chunk(let waiter, let result): waiter.resume(with: result)
    case nil: break
    }
  }

  private enum Wake {
    case head(CheckedContinuation<Head, any Error>, Result<Head, any Error>)
    case chunk(CheckedContinuation<Data?, any Error>, Result<Data?, any Error>)
  }

  private func wakeForHead(_ state: inout State) -> Wake? {
    guard let waiter = state.headWaiter, state.head != nil || state.end != nil else { return nil }
    state.headWaiter = nil
    if case .failure(let error) = state.end, state.head == nil || error is CancellationError {
      return .head(waiter, .failure(error))
    }
    return .head(
      waiter,
      state.head.map(Result.success) ?? .failure(TransportError(.interrupted, "the answer ended inside its head")))
  }

  private func wakeForChunk(_ state: inout State) -> Wake? {
    guard let waiter = state.chunkWaiter, let result = state.take() else { return nil }
    state.chunkWaiter = nil
    return .chunk(waiter, result)
  }
}
