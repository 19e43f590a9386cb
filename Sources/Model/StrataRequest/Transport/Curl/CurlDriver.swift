// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// The multi handle and what belongs to it. Used by one thread at a time: behind the loop's lock.
struct CurlDriver {
  private let poll: CurlPoll
  private let news = CurlNews()
  // Behind the loop's lock, as everything here.
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer?
  private var flights: Set<CurlFlight> = []
  private var idleHandles: [CurlHandle] = []
  private var nextIdleCheck = ContinuousClock.now
  /// When the poll's timer ends.
  private var alarm: ContinuousClock.Instant?
  private var isClosing = false
  /// Whether it was closed and its last exchange is over.
  private(set) var isOver = false

  init(_ poll: CurlPoll) {
    self.poll = poll
    multi = curl_multi_init()
    guard let multi else { return }
    // How many idle connections are kept. Otherwise four for each exchange of the moment: a pause would close the rest.
    strata_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64)
    poll.attach(to: multi)
  }

  /// Does what can be done now, and sets the timer for what cannot.
  ///
  /// - Returns: The exchanges that may have something for their tasks.
  mutating func turn(_ commands: [CurlCommand], _ ready: [CurlPoll.Ready]) -> [CurlFlight] {
    guard !isOver else { return [] }
    for command in commands { obey(command) }
    var running: Int32 = 0
    for (socket, bits) in ready { curl_multi_socket_action(multi, socket, bits, &running) }
    let pause = actOnTime()
    reap()
    if isClosing && flights.isEmpty {
      finish()
    } else {
      setAlarm(pause)
    }
    return news.take()
  }

  private mutating func obey(_ command: CurlCommand) {
    switch command {
    case .start(let flight):
      let handle = idleHandles.popLast() ?? CurlHandle()
      guard let handle, flight.prepare(handle, news) else { return flight.end(CURLE_FAILED_INIT, detail: "") }
      flights.insert(flight)
      nextIdleCheck = min(nextIdleCheck, .now.advanced(by: flight.idleTimeout))
      if curl_multi_add_handle(multi, handle.easy) != CURLM_OK { finish(flight, CURLE_FAILED_INIT) }
    case .stop(let flight):
      if flights.contains(flight) { finish(flight, CURLE_ABORTED_BY_CALLBACK) }
    case .resume(let flight):
      if flights.contains(flight), let handle = flight.handle {
        flight.touch()
        curl_easy_pause(handle.easy, CURLPAUSE_CONT)
      }
    case .close: isClosing = true
    }
  }

  /// Lets libcurl do what is due. Returns when something will be, if anything.
  private func actOnTime() -> Duration? {
    var (running, pause): (Int32, Int) = (0, 0)
    while true {
      curl_multi_timeout(multi, &pause)
      guard pause == 0 else { return pause < 0 ? nil : .milliseconds(pause) }
      curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
    }
  }

  private mutating func reap() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let context = strata_curl_context(easy)
      else { continue }
      finish(Unmanaged<CurlFlight>.fromOpaque(context).takeUnretainedValue(), message.pointee.data.result)
    }
  }

  private mutating func finish(_ flight: CurlFlight, _ code: CURLcode) {
    guard let handle = flight.handle else { return }
    curl_multi_remove_handle(multi, handle.easy)
    let detail = handle.errorText
    handle.reset()
    flight.handle = nil
    flights.remove(flight)
    if idleHandles.count < 16 { idleHandles.append(handle) }
    flight.end(code, detail: detail)
  }

  private mutating func finish() {
    isOver = true
    idleHandles.removeAll()
    curl_multi_cleanup(multi)
    poll.wake(after: .zero)
  }

  /// Has the thread woken when libcurl wants it or an exchange may have stood still for too long.
  ///
  /// An alarm that rings too early costs less than setting it for each exchange.
  private mutating func setAlarm(_ pause: Duration?) {
    let now = ContinuousClock.now
    if now >= nextIdleCheck { checkIdle(now) }
    let next = flights.isEmpty ? nil : nextIdleCheck
    guard let wanted = [pause.map(now.advanced(by:)), next].compactMap({ $0 }).min() else { return }
    if let alarm, now < alarm, alarm <= wanted { return }
    alarm = wanted
    poll.wake(after: now.duration(to: wanted))
  }

  private mutating func checkIdle(_ now: ContinuousClock.Instant) {
    nextIdleCheck = now.advanced(by: .seconds(60))
    for flight in flights {
      let end = flight.idleEnd(now)
      if end <= now { finish(flight, CURLE_OPERATION_TIMEDOUT) } else { nextIdleCheck = min(nextIdleCheck, end) }
    }
  }
}

/// The exchanges that got something in this turn: their tasks are woken when it is over, and once.
///
/// So an answer that comes in one piece, head and body and end, costs one wake.
/// Used behind the loop's lock only.
final class CurlNews {
  private var flights: [CurlFlight] = []

  func add(_ flight: CurlFlight) { flights.append(flight) }

  func take() -> [CurlFlight] {
    defer { flights.removeAll() }
    for flight in flights { flight.hasNews = false }
    return flights
  }
}
#endif
