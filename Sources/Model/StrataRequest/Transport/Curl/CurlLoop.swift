// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// Drives libcurl: one thread waits for the wire, and a task that has a command carries it out by itself.
///
/// So a request leaves without a thread being woken first. Nobody waits for another's turn but the thread: a task
/// that finds libcurl in use leaves its command to who uses it.
final class CurlLoop: Sendable {
  let trust: CurlTrust
  private let commands = Locked<[CurlCommand]>([])
  private let driver: Locked<CurlDriver>

  init(_ trust: Trust) {
    curl_global_init(Int(CURL_GLOBAL_ALL))
    self.trust = CurlTrust(trust)
    let poll = CurlPoll()
    driver = Locked(CurlDriver(poll))
    // Nobody else knows the loop yet. From now on whoever has had the driver looks for commands afterwards, or a
    // command that was left meanwhile would stay.
    guard driver.withLock({ !$0.isOver }) else { return }
    let thread = Thread { [self] in
      var isOver = false
      while !isOver {
        let ready = poll.wait()
        let (news, isLast) = driver.withLock { ($0.turn(takeCommands(), ready), $0.isOver) }
        for flight in news { flight.deliver() }
        isOver = isLast
        drive()
      }
    }
    thread.name = "strata-curl"
    thread.start()
  }

  func send(_ command: CurlCommand) {
    commands.withLock { $0.append(command) }
    drive()
  }

  /// Ends the thread after the last exchange.
  func close() { send(.close) }

  /// Carries out what has been left, unless somebody is at it, who looks here again afterwards.
  private func drive() {
    while commands.withLock({ !$0.isEmpty }) {
      guard let news = driver.withLockIfFree({ $0.turn(takeCommands(), []) }) else { return }
      for flight in news { flight.deliver() }
    }
  }

  private func takeCommands() -> [CurlCommand] {
    commands.withLock { commands in
      defer { commands.removeAll() }
      return commands
    }
  }
}

/// What a task wants of libcurl.
enum CurlCommand {
  case start(CurlFlight)
  case stop(CurlFlight)
  case resume(CurlFlight)
  case close
}
#endif
