// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// One exchange: what the loop's thread receives and what a task waits for meet here.
final class CurlFlight: Sendable {
  typealias Head = (status: Int, headers: Headers)

  private struct State {
    var head: Head?
    var headWaiter: CheckedContinuation<Head, any Error>?
    var chunks: [Data] = []
    var buffered = 0
    var chunkWaiter: CheckedContinuation<Data?, any Error>?
    var isPaused = false
    var end: Result<Void, any Error>?
  }

  /// Above this many bytes that nobody has read, the wire is paused; it goes on when all are read.
  private static let highWater = 256 * 1_024

  let idleTimeout: Duration
  private let request: TransportRequest
  private let loop: CurlLoop
  private let state = Locked(State())

  // These belong to the loop's thread: it alone reads and writes them.
  nonisolated(unsafe) var handle: CurlHandle?
  private nonisolated(unsafe) var parser = HeadParser()
  private nonisolated(unsafe) var sender: CurlSender?
  private nonisolated(unsafe) var failure: TransportError?
  private nonisolated(unsafe) var lastActivity = ContinuousClock.now

  init(_ request: TransportRequest, loop: CurlLoop) {
    self.request = request
    self.loop = loop
    idleTimeout = request.options.idleTimeout ?? .seconds(30)
  }

  // MARK: - The task's side

  /// Starts the exchange and waits for the head.
  func head() async throws -> Head {
    try await withCheckedThrowingContinuation { waiter in
      let end = state.withLock { state in
        if state.end == nil { state.headWaiter = waiter }
        return state.end
      }
      if case .failure(let error) = end { return waiter.resume(throwing: error) }
      loop.send(.start(self))
    }
  }

  /// Waits for the next chunk.
  func next() async throws -> Data? {
    if let ready = takeChunk() { return try ready.get() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        if let ready = takeChunk(orWait: waiter) { waiter.resume(with: ready) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the exchange at once. The waiter is resumed first, or the abort's own error would reach it.
  func cancel() {
    let waiters = state.withLock {
      state -> (CheckedContinuation<Head, any Error>?, CheckedContinuation<Data?, any Error>?)? in
      guard state.end == nil else { return nil }
      state.end = .failure(CancellationError())
      state.chunks = []
      defer { (state.headWaiter, state.chunkWaiter) = (nil, nil) }
      return (state.headWaiter, state.chunkWaiter)
    }
    guard let waiters else { return }
    waiters.0?.resume(throwing: CancellationError())
    waiters.1?.resume(throwing: CancellationError())
    loop.send(.stop(self))
  }

  private func takeChunk(orWait waiter: CheckedContinuation<Data?, any Error>? = nil) -> Result<Data?, any Error>? {
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
    if resumes { loop.send(.resume(self)) }
    return result
  }

  // MARK: - The loop's side

  /// Sets the handle up. False if the exchange is over already.
  func prepare(_ handle: CurlHandle) -> Bool {
    guard state.withLock({ $0.end == nil }) else { return false }
    let context = Unmanaged.passUnretained(self).toOpaque()
    touch()
    handle.set(request)
    strata_curl_set_receivers(handle.easy, receiveHead, receiveBody, context)
    if let body = request.body {
      sender = CurlSender(body, isReplayable: request.isReplayable, onSent: request.options.onSent) { [weak self] in
        guard let self else { return }
        loop.send(.resume(self))
      }
      strata_curl_set_sender(handle.easy, giveBody, seekBody, context)
    } else {
      strata_curl_set_sender(handle.easy, { _, _, _, _ in 0 }, { _, _, _ in CURL_SEEKFUNC_OK }, context)
    }
    self.handle = handle
    return true
  }

  func touch() { lastActivity = .now }

  /// When the exchange has stood still for too long; while we are the ones who wait, later than `now`.
  func idleEnd(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let isOurs = sender?.isWaiting == true || state.withLock { $0.isPaused }
    if isOurs { lastActivity = now }
    return lastActivity.advanced(by: idleTimeout)
  }

  /// One line of the head. Returns false to end the exchange.
  fileprivate func received(headLine line: UnsafeRawBufferPointer) -> Bool {
    touch()
    do {
      guard let head = try parser.parse(line) else { return true }
      let wasDecoded = request.asksForEncoding && request.method != .head
      let given = wasDecoded ? head.headers.decoded : head.headers
      let waiter = state.withLock { state in
        state.head = (head.status, given)
        defer { state.headWaiter = nil }
        return state.headWaiter
      }
      waiter?.resume(returning: (head.status, given))
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// A chunk of the body. Returns false to have it again later.
  fileprivate func received(chunk: UnsafeRawBufferPointer) -> Bool {
    touch()
    guard !chunk.isEmpty else { return true }
    let (isTaken, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Data?, any Error>?) in
      if state.buffered >= Self.highWater {
        state.isPaused = true
        return (false, nil)
      }
      if let waiter = state.chunkWaiter {
        state.chunkWaiter = nil
        return (true, waiter)
      }
      if state.end == nil {
        state.chunks.append(Data(chunk))
        state.buffered += chunk.count
      }
      return (true, nil)
    }
    waiter?.resume(returning: Data(chunk))
    return isTaken
  }

  /// Bytes to send.
  fileprivate func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
    touch()
    return sender?.give(room) ?? 0
  }

  fileprivate func seek(to offset: Int64) -> Bool { sender?.seek(to: Int64(offset)) ?? true }

  /// The exchange is over.
  func end(_ code: CURLcode, detail: String) {
    sender?.stop()
    if failure == nil, let broken = sender?.failure {
      return settle(.failure(broken))
    }
    settle(code == CURLE_OK ? .success(()) : .failure(failure ?? TransportError(code, detail: detail)))
  }

  private func settle(_ end: Result<Void, any Error>) {
    let (headWaiter, chunkWaiter) = state.withLock {
      state -> (CheckedContinuation<Head, any Error>?, CheckedContinuation<Data?, any Error>?) in
      if state.end == nil { state.end = end }
      defer { (state.headWaiter, state.chunkWaiter) = (nil, nil) }
      return (state.headWaiter, state.chunkWaiter)
    }
    switch end {
    case .success:
      headWaiter?.resume(throwing: TransportError(.malformed, "the answer has no head"))
      chunkWaiter?.resume(returning: nil)
    case .failure(let error):
      headWaiter?.resume(throwing: error)
      chunkWaiter?.resume(throwing: error)
    }
  }
}

extension CurlFlight: Hashable {
  static func == (a: CurlFlight, b: CurlFlight) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - libcurl's callbacks

private func flight(_ context: UnsafeMutableRawPointer) -> CurlFlight {
  Unmanaged<CurlFlight>.fromOpaque(context).takeUnretainedValue()
}

private let receiveHead: strata_curl_write = { bytes, size, count, context in
  flight(context).received(headLine: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private let receiveBody: strata_curl_write = { bytes, size, count, context in
  let isTaken = flight(context).received(chunk: UnsafeRawBufferPointer(start: bytes, count: size * count))
  return isTaken ? size * count : Int(CURL_WRITEFUNC_PAUSE)
}

private let giveBody: strata_curl_read = { room, size, count, context in
  flight(context).give(UnsafeMutableRawBufferPointer(start: room, count: size * count))
}

private let seekBody: strata_curl_seek = { context, offset, origin in
  origin == SEEK_SET && flight(context).seek(to: Int64(offset)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}
#endif
