// Part of Strata.
// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import StrataStore

/// Tests that look into the cache's file, and that decide when its pauses end.
protocol FileWatching {
  var clock: ManualClock { get }
}

extension FileWatching {
  var fresh: Headers { ["Cache-Control": "max-age=100000"] }

  /// A world whose pauses end when the test says, that keeps nothing in memory beside what waits, and that does not
  /// wait for another process.
  func world(_ change: @escaping @Sendable (inout ResponseCache.Configuration) -> Void = { _ in }) -> World {
    let world = World { [clock] in
      $0.clock = clock
      $0.memoryLimit = 0
      $0.busyTimeout = .zero
      change(&$0)
    }
    world.serve(.answers("1", fresh))
    return world
  }

  /// What the file has: the paths.
  func saved(_ world: World) throws -> [String] {
    guard FileManager.default.fileExists(atPath: world.url.path) else { return [] }
    let store = try Store(at: world.url)
    defer { store.close() }
    return try paths(store)
  }

  /// Waits until the file has so many answers.
  func wait(for count: Int, in world: World) async throws {
    let store = try Store(at: world.url)
    while try paths(store).count != count {
      try Task.checkCancellation()
      await Task.yield()
    }
    store.close()
  }

  func paths(_ store: Store) throws -> [String] {
    let keys = try store.collection("responses", of: Data.self, encoding: .raw).keys()
    return keys.compactMap { CacheKey.address(ofRow: $0)?.dropFirst(site.absoluteString.count) }.map(String.init)
  }

  /// A world whose file has some answers, and refuses writes until the other process lets go of it.
  func locked(_ paths: String...) async throws -> (world: World, other: WriteLock) {
    let world = world()
    for path in paths { _ = await world.ask(.http, path) }
    await world.cache.settled()
    return (world, try await WriteLock(world.url))
  }

  func put(_ world: World, _ path: String = "/b") async -> String {
    await world.result(Request.raw(.put, path))
  }
}

/// Another process that holds the file's write lock, as long as a test wants.
final class WriteLock: Sendable {
  private let held = Latch()
  private let released = DispatchSemaphore(value: 0)
  private let writing = Locked<Task<Void, any Error>?>(nil)

  init(_ url: URL) async throws {
    let store = try Store(at: url)
    writing.withLock { [held, released] writing in
      writing = Task {
        try await store.write { _ in
          held.open()
          released.wait()
        }
        store.close()
      }
    }
    await held.wait()
  }

  func release() async {
    released.signal()
    _ = await writing.withLock { $0 }?.result
  }
}

/// A place where one caller stops until a test lets it go on.
final class Pass: Sendable {
  let reached = Latch()
  private let isClosed = Locked(false)
  private let opened = DispatchSemaphore(value: 0)

  func close() { isClosed.withLock { $0 = true } }
  func open() { opened.signal() }

  func stop() {
    let stops = isClosed.withLock { isClosed in
      defer { isClosed = false }
      return isClosed
    }
    guard stops else { return }
    reached.open()
    opened.wait()
  }
}
