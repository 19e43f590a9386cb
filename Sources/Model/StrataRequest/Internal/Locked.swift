// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// A value behind a lock, for short critical sections that never wait.
final class Locked<State>: Sendable {
  private let lock = NSLock()
  // Reached through `withLock` alone, which holds the lock.
  private nonisolated(unsafe) var state: State

  init(_ state: sending State) { self.state = state }

  func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
