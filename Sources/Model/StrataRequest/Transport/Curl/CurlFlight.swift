// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// One exchange: what the loop's thread receives and what a task waits for meet here.
final class CurlFlight: Sendable {
  let idleTimeout: Duration
  private let request: TransportRequest
  private let loop: CurlLoop
  private let inbox: Inbox

  // These belong to whoever drives the loop: they are read and written behind its lock.
  nonisolated(unsafe) var handle: CurlHandle?
  nonisolated(unsafe) var hasNews = false
  nonisolated(unsafe) var news: CurlNews?
  private nonisolated(unsafe) var parser = HeadParser()
  private nonisolated(unsafe) var gunzip: Gunzip?
  private nonisolated(unsafe) var sender: CurlSender?
  private nonisolated(unsafe) var failure: TransportError?
  private nonisolated(unsafe) var lastActivity = ContinuousClock.now

  init(_ request: TransportRequest, loop: CurlLoop) {
    self.request = request
    self.loop = loop
    inbox = Inbox(holdsParts: request.options.wholeBodyLimit != nil)
    idleTimeout = request.options.idleTimeout ?? .seconds(30)
  }

  // MARK: - The task's side

  /// Starts the exchange and waits for the head.
  func head() async throws -> Inbox.Head {
    try await request.wait {
      self.cancel()
    } for: {
      try await inbox.head { loop.send(.start(self)) }
    }
  }

  /// Waits for the next chunk.
  func next() async throws -> Data? {
    try await inbox.next(of: request, resume: { self.loop.send(.resume(self)) }, cancel: { self.cancel() })
  }

  /// Ends the exchange at once.
  func cancel() {
    if inbox.cancel() { loop.send(.stop(self)) }
  }

  /// Wakes the task if there is something for it.
  func deliver() { inbox.deliver { loop.send(.resume(self)) } }

  // MARK: - The loop's side

  /// Sets the handle up. False if the exchange is over already.
  func prepare(_ handle: CurlHandle) -> Bool {
    guard !inbox.isOver else { return false }
    let context = Unmanaged.passUnretained(self).toOpaque()
    touch()
    let length = request.body?.length
    handle.set(request, bodyLength: length, loop.trust)
    strata_curl_set_receivers(handle.easy, receiveHead, receiveBody, context)
    if let body = request.body {
      sender = CurlSender(
        body, length: length, isReplayable: request.isReplayable, onSent: request.options.onSent
      ) { [weak self] in
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

  func touch() {
    lastActivity = .now
    noteNews()
  }

  private func noteNews() {
    guard !hasNews else { return }
    hasNews = true
    news?.add(self)
  }

  /// When the exchange has stood still for too long; while we are the ones who wait, later than `now`.
  func idleEnd(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let isOurs = sender?.isWaiting == true || inbox.isPaused
    if isOurs { lastActivity = now }
    return lastActivity.advanced(by: idleTimeout)
  }

  /// One line of the head. Returns false to end the exchange.
  fileprivate func received(headLine line: UnsafeRawBufferPointer) -> Bool {
    touch()
    do {
      guard let head = try parser.parse(line) else { return true }
      guard request.asksForEncoding, head.headers.isGzip, request.method != .head else {
        inbox.put(head)
        return true
      }
      gunzip = Gunzip()
      inbox.put((head.status, head.headers.decoded))
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// A chunk of the body. Returns how much was taken, or a code of libcurl's for "later" or "end it".
  fileprivate func received(chunk: UnsafeRawBufferPointer) -> Int {
    touch()
    guard let gunzip else {
      return inbox.put(count: chunk.count) { Data(chunk) } ? chunk.count : Int(CURL_WRITEFUNC_PAUSE)
    }
    // Asked first: what was undone once cannot be brought again.
    guard !inbox.isFull() else { return Int(CURL_WRITEFUNC_PAUSE) }
    guard let plain = gunzip.add(chunk) else {
      failure = TransportError(.malformed, "the compressed body is damaged")
      return -1
    }
    inbox.put(count: plain.count, always: true) { plain }
    return chunk.count
  }

  /// Bytes to send.
  fileprivate func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
    touch()
    return sender?.give(room) ?? 0
  }

  fileprivate func seek(to offset: Int64) -> Bool { sender?.seek(to: Int64(offset)) ?? true }

  /// The exchange cannot begin.
  func refuse(_ detail: String) {
    noteNews()
    inbox.settle(.failure(TransportError(.unreachable, detail)))
  }

  /// The exchange is over.
  func end(_ code: CURLcode, detail: String) {
    noteNews()
    sender?.stop()
    if code == CURLE_OK, gunzip?.isWhole == false {
      failure = TransportError(.malformed, "the compressed body breaks off")
    }
    let broken: (any Error)? = failure ?? sender?.failure
    if code == CURLE_OK, broken == nil {
      inbox.settle(.success(()))
    } else {
      inbox.settle(.failure(broken ?? TransportError(code, detail: detail)))
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
  flight(context).received(chunk: UnsafeRawBufferPointer(start: bytes, count: size * count))
}

private let giveBody: strata_curl_read = { room, size, count, context in
  flight(context).give(UnsafeMutableRawBufferPointer(start: room, count: size * count))
}

private let seekBody: strata_curl_seek = { context, offset, origin in
  origin == SEEK_SET && flight(context).seek(to: Int64(offset)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}
#endif
