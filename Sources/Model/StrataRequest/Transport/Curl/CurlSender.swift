// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// Gives the body to libcurl: from memory at once, from a stream as its chunks come.
///
/// `give` and `seek` are called on the loop's thread; a stream's task fills in from outside.
final class CurlSender: Sendable {
  private struct State {
    var chunk = Data()
    var offset = 0
    var sent = 0
    var isAtEnd = false
    var isWaiting = false
    var failure: (any Error)?
    var demand: CheckedContinuation<Void, Never>?
    var isStopped = false
  }

  private let isReplayable: Bool
  private let isStream: Bool
  /// How many bytes the head announces. What a file has grown by meanwhile is not sent.
  private let length: Int?
  private let isFile: Bool
  private let onSent: (@Sendable (Int) -> Void)?
  private let wake: @Sendable () -> Void
  private let state: Locked<State>
  private let pump: Locked<Task<Void, Never>?> = Locked(nil)

  init(
    _ body: UploadBody, length: Int?, isReplayable: Bool, onSent: (@Sendable (Int) -> Void)?,
    wake: @escaping @Sendable () -> Void
  ) {
    self.length = length
    isFile = if case .file = body { true } else { false }
    self.isReplayable = isReplayable
    self.onSent = onSent
    self.wake = wake
    switch body {
    case .data(let data):
      isStream = false
      state = Locked(State(chunk: data, isAtEnd: true))
    case .stream, .file:
      isStream = true
      state = Locked(State())
      pump.withLock { $0 = Task { [weak self] in await Self.fill(body) { self } } }
    }
  }

  /// Whether libcurl is paused because the stream has nothing yet.
  var isWaiting: Bool { state.withLock(\.isWaiting) }

  /// What the stream threw.
  var failure: (any Error)? { state.withLock(\.failure) }

  func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
    let (given, sent, demand) = state.withLock { state -> (Int, Int, CheckedContinuation<Void, Never>?) in
      let left = length.map { $0 - state.sent } ?? .max
      let ready = state.chunk.count - state.offset
      if left == 0, isFile || ready == 0 { return (0, 0, nil) }
      if ready > left, !isFile { state.failure = wrongLength("more than") }
      if state.failure != nil { return (Int(CURL_READFUNC_ABORT), 0, nil) }
      let count = min(room.count, ready, left)
      if count > 0 {
        let start = state.chunk.startIndex + state.offset
        state.chunk.copyBytes(to: room, from: start..<(start + count))
        state.offset += count
        state.sent += count
        return (count, state.sent, nil)
      }
      if state.isAtEnd {
        guard length.map({ state.sent < $0 }) == true else { return (0, 0, nil) }
        state.failure = wrongLength("only \(state.sent) of")
        return (Int(CURL_READFUNC_ABORT), 0, nil)
      }
      state.isWaiting = true
      defer { state.demand = nil }
      return (Int(CURL_READFUNC_PAUSE), 0, state.demand)
    }
    if sent > 0 { onSent?(sent) }
    demand?.resume()
    return given
  }

  /// A body that is not as long as its request says would be read as something else by the server.
  private func wrongLength(_ amount: String) -> TransportError {
    TransportError(.invalidRequest, "the body has \(amount) the \(length ?? 0) bytes that it announces")
  }

  /// Starts over, for a connection that died before it answered; refused where a second delivery could do harm.
  func seek(to offset: Int64) -> Bool {
    state.withLock { state in
      if state.sent == 0 && offset == 0 { return true }
      guard isReplayable, !isStream, offset <= state.chunk.count else { return false }
      state.offset = Int(offset)
      state.sent = Int(offset)
      return true
    }
  }

  func stop() {
    let demand = state.withLock { state in
      state.isStopped = true
      defer { state.demand = nil }
      return state.demand
    }
    demand?.resume()
    pump.withLock { $0 }?.cancel()
  }

  /// Pulls the stream, one chunk ahead at most.
  private static func fill(_ body: UploadBody, _ sender: () -> CurlSender?) async {
    do {
      let next = try await body.open()
      while await sender()?.needsChunk() == true {
        let chunk = try await next()
        sender()?.put(chunk)
        if chunk == nil { return }
      }
    } catch {
      sender()?.fail(error)
    }
  }

  /// Waits until the last chunk is gone. False if nobody wants more.
  private func needsChunk() async -> Bool {
    await withCheckedContinuation { waiter in
      let isReady = state.withLock { state in
        if state.isStopped || state.isWaiting || state.offset == state.chunk.count { return true }
        state.demand = waiter
        return false
      }
      if isReady { waiter.resume() }
    }
    return !state.withLock(\.isStopped)
  }

  private func put(_ chunk: Data?) {
    let wasWaiting = state.withLock { state in
      if let chunk { (state.chunk, state.offset) = (chunk, 0) } else { state.isAtEnd = true }
      guard chunk?.isEmpty != true else { return false }
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    if wasWaiting { wake() }
  }

  private func fail(_ error: any Error) {
    state.withLock { state in
      state.failure = error
      state.isWaiting = false
    }
    wake()
  }
}
#endif
