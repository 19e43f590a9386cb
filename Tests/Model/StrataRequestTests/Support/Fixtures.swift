// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import StrataScripted
import Testing

struct Book: Codable, Hashable, Sendable {
  var id: Int
  var title: String
}

/// Whether the long counts are asked for.
let isSoak = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1"

let site = URL(string: "http://books.test/api")!

/// A latch: tasks wait until somebody opens it.
final class Latch: Sendable {
  private let lock = NSLock()
  // Both are reached under the lock alone.
  private nonisolated(unsafe) var isOpen = false
  private nonisolated(unsafe) var waiters: [CheckedContinuation<Void, Never>] = []

  func open() {
    let waiting = lock.withLock {
      isOpen = true
      defer { waiters = [] }
      return waiters
    }
    waiting.forEach { $0.resume() }
  }

  func wait() async {
    await withCheckedContinuation { waiter in
      let isReady = lock.withLock {
        if !isOpen { waiters.append(waiter) }
        return isOpen
      }
      if isReady { waiter.resume() }
    }
  }
}

/// Something did not happen in time.
struct TooLate: Error {}

extension Latch {
  /// Waits for the latch, but not for ever.
  func wait(atMost limit: Duration) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        await self.wait()
        return true
      }
      group.addTask {
        try await ContinuousClock().sleep(for: limit)
        return false
      }
      let isInTime = try await group.next() == true
      group.cancelAll()
      // NB: opened, or the first child would wait for ever.
      open()
      if !isInTime { throw TooLate() }
    }
  }
}

/// A folder that is removed when this is released.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  /// The place of a file, written if there is something to write.
  func file(_ name: String, _ content: Data? = nil) -> URL {
    let file = url.appending(path: name)
    try? content?.write(to: file)
    return file
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path())) ?? []).sorted() }
}

/// A value that several threads write.
final class Box<Value>: Sendable {
  private let lock = NSLock()
  // Reached under the lock alone.
  private nonisolated(unsafe) var stored: Value

  init(_ value: sending Value) { stored = value }
  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&stored) } }
}

extension Box where Value: Sendable {
  var value: Value { lock.withLock { stored } }
}

/// The error that sending a request gives.
func failure<R>(_ client: Client, _ request: Request<R>) async -> RequestError? {
  do throws(RequestError) {
    _ = try await client.send(request)
    return nil
  } catch {
    return error
  }
}

func reason<R>(_ client: Client, _ request: Request<R>) async -> RequestError.Reason? {
  await failure(client, request)?.reason
}
