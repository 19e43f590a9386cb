// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract

/// Where a wire leaves what it receives and a task waits for it: one per exchange.
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
  }

  /// Above this many bytes that nobody has read, the wire is to pause; it goes on when all are read.
  private static let highWater = 256 * 1_024

  private let state = Locked(State())

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
  ///   - resume: Called when the wire was paused and may go on.
  ///   - cancel: Called when the task is cancelled while it waits.
  func next(resume: @Sendable () -> Void, cancel: @escaping @Sendable () -> Void) async throws -> Data? {
    if let ready = takeChunk(resume: resume) { return try ready.get() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        if let ready = takeChunk(orWait: waiter, resume: resume) { waiter.resume(with: ready) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the exchange for the task, at once. True if this ended it, and the wire is to stop now: in this order, or
  /// the abort's own error would reach the waiter.
  func cancel() -> Bool { settle(.failure(CancellationError())) }

  private func takeChunk(
    orWait waiter: CheckedContinuation<Data?, any Error>? = nil, resume: () -> Void
  ) -> Result<Data?, any Error>? {
    let (result, resumes) = state.withLock { state -> (Result<Data?, any Error>?, Bool) in
      if !state.chunks.isEmpty {
        var chunk = state.chunks[0]
        for further in state.chunks.dropFirst() { chunk.append(further) }
        state.chunks.removeAll()
        state.buffered = 0
        defer { state.isPaused = false }
        return (.success(chunk), state.isPaused)
      }
      if let end = state.end { return (end.map { nil }, false) }
      state.chunkWaiter = waiter
      return (nil, false)
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
  func put(_ head: Head) {
    let waiter = state.withLock { state in
      state.head = head
      defer { state.headWaiter = nil }
      return state.headWaiter
    }
    waiter?.resume(returning: head)
  }

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
    let (isTaken, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Data?, any Error>?) in
      let isFull = state.buffered >= Self.highWater
      if isFull { state.isPaused = true }
      if isFull && !always { return (false, nil) }
      if let waiter = state.chunkWaiter {
        state.chunkWaiter = nil
        return (true, waiter)
      }
      if state.end == nil {
        state.chunks.append(chunk())
        state.buffered += count
      }
      return (!isFull, nil)
    }
    waiter?.resume(returning: chunk())
    return isTaken
  }

  /// Ends the exchange. What has come before is still given. True unless it was over already.
  @discardableResult func settle(_ end: Result<Void, any Error>) -> Bool {
    let waiters = state.withLock {
      state -> (head: CheckedContinuation<Head, any Error>?, chunk: CheckedContinuation<Data?, any Error>?)? in
      guard state.end == nil else { return nil }
      state.end = end
      if case .failure(let error) = end, error is CancellationError { state.chunks = [] }
      defer { (state.headWaiter, state.chunkWaiter) = (nil, nil) }
      return (state.headWaiter, state.chunkWaiter)
    }
    guard let waiters else { return false }
    switch end {
    case .success:
      waiters.head?.resume(throwing: TransportError(.malformed, "the answer has no head"))
      waiters.chunk?.resume(returning: nil)
    case .failure(let error):
      waiters.head?.resume(throwing: error)
      waiters.chunk?.resume(throwing: error)
    }
    return true
  }
}
