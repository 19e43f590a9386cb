// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// The thread that drives libcurl: it alone touches a handle.
///
/// Tasks leave commands and wake it; it never waits for a task.
final class CurlLoop: Sendable {
  enum Command {
    case start(CurlFlight)
    case stop(CurlFlight)
    case resume(CurlFlight)
  }

  private struct State {
    var commands: [Command] = []
    var isClosing = false
  }

  let trust: CurlTrust
  private let state = Locked(State())
  // A multi handle may be woken from any thread (curl_multi_wakeup); everything else happens on ours.
  private nonisolated(unsafe) let multi: OpaquePointer?

  init(_ trust: Trust) {
    curl_global_init(Int(CURL_GLOBAL_ALL))
    self.trust = CurlTrust(trust)
    let multi = curl_multi_init()
    // How many idle connections are kept. Otherwise four for each exchange of the moment: a pause would close the rest.
    if let multi { strata_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64) }
    self.multi = multi.map { OpaquePointer($0) }
    let thread = Thread { [self] in
      var driver = CurlDriver(multi: self.multi)
      while driver.turn(takeCommands()) {}
      curl_multi_cleanup(UnsafeMutableRawPointer(self.multi))
    }
    thread.name = "strata-curl"
    thread.start()
  }

  func send(_ command: Command) {
    let isFirst = state.withLock { state in
      state.commands.append(command)
      return state.commands.count == 1
    }
    if isFirst { curl_multi_wakeup(UnsafeMutableRawPointer(multi)) }
  }

  /// Ends the thread after the last exchange.
  func close() {
    state.withLock { $0.isClosing = true }
    curl_multi_wakeup(UnsafeMutableRawPointer(multi))
  }

  private func takeCommands() -> (commands: [Command], isClosing: Bool) {
    state.withLock { state in
      defer { state.commands.removeAll() }
      return (state.commands, state.isClosing)
    }
  }
}

/// What the loop's thread owns.
private struct CurlDriver {
  let multi: OpaquePointer?
  private var flights: Set<CurlFlight> = []
  private var idleHandles: [CurlHandle] = []
  private var nextIdleCheck = ContinuousClock.now

  init(multi: OpaquePointer?) { self.multi = multi }

  private var raw: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(multi) }

  /// Does what can be done now, then waits for the wire or a command. Returns false when all is over.
  mutating func turn(_ orders: (commands: [CurlLoop.Command], isClosing: Bool)) -> Bool {
    for command in orders.commands { obey(command) }
    var running: Int32 = 0
    curl_multi_perform(raw, &running)
    reap()
    if orders.isClosing && flights.isEmpty {
      idleHandles.removeAll()
      return false
    }
    curl_multi_poll(raw, nil, 0, checkIdle(), nil)
    return true
  }

  private mutating func obey(_ command: CurlLoop.Command) {
    switch command {
    case .start(let flight):
      let handle = idleHandles.popLast() ?? CurlHandle()
      guard let handle, flight.prepare(handle) else { return flight.end(CURLE_FAILED_INIT, detail: "") }
      flights.insert(flight)
      nextIdleCheck = min(nextIdleCheck, .now.advanced(by: flight.idleTimeout))
      let code = curl_multi_add_handle(raw, handle.easy)
      if code != CURLM_OK { finish(flight, CURLE_FAILED_INIT) }
    case .stop(let flight):
      if flights.contains(flight) { finish(flight, CURLE_ABORTED_BY_CALLBACK) }
    case .resume(let flight):
      if flights.contains(flight), let handle = flight.handle {
        flight.touch()
        curl_easy_pause(handle.easy, CURLPAUSE_CONT)
      }
    }
  }

  private mutating func reap() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(raw, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let context = strata_curl_context(easy)
      else { continue }
      finish(Unmanaged<CurlFlight>.fromOpaque(context).takeUnretainedValue(), message.pointee.data.result)
    }
  }

  private mutating func finish(_ flight: CurlFlight, _ code: CURLcode) {
    guard let handle = flight.handle else { return }
    curl_multi_remove_handle(raw, handle.easy)
    let detail = handle.errorText
    handle.reset()
    flight.handle = nil
    flights.remove(flight)
    if idleHandles.count < 16 { idleHandles.append(handle) }
    flight.end(code, detail: detail)
  }

  /// Ends exchanges that stood still for too long; returns for how many milliseconds none can.
  private mutating func checkIdle() -> Int32 {
    guard !flights.isEmpty else { return 60_000 }
    let now = ContinuousClock.now
    if now >= nextIdleCheck {
      nextIdleCheck = now.advanced(by: .seconds(60))
      for flight in flights {
        let end = flight.idleEnd(now)
        if end <= now { finish(flight, CURLE_OPERATION_TIMEDOUT) } else { nextIdleCheck = min(nextIdleCheck, end) }
      }
    }
    let (seconds, attoseconds) = now.duration(to: nextIdleCheck).components
    return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
#endif
