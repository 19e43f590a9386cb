// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract
internal import Synchronization

/// Who wants to know of changes, and of which collections.
final class ChangeFeed: Sendable {
  private struct State {
    var next = 0
    var observers: [Int: (name: String, continuation: AsyncStream<Void>.Continuation)] = [:]
    var isFinished = false
  }
  private let state = Locked(State())
  /// Whether anybody ever observed: most stores need not take the lock after each write.
  private let isWatched = Atomic<Bool>(false)

  /// A signal after each commit that changed a collection. Signals that nobody took are merged.
  func changes(of name: String) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.observers[state.next] = (name, continuation)
      isWatched.store(true, ordering: .sequentiallyConsistent)
      return state.next
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      // NB: the removed continuation is released outside the lock.
      _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
    }
    return stream
  }

  /// Tells who watches one of the collections; without names, everybody.
  func notify(_ names: Set<String>? = nil) {
    let continuations = state.withLock { state in
      state.observers.values.filter { names?.contains($0.name) ?? true }.map(\.continuation)
    }
    for continuation in continuations { continuation.yield() }
  }

  /// Tells who watches a collection.
  func notify(_ name: String) {
    // NB: who begins to watch now reads later than this write.
    if isWatched.load(ordering: .sequentiallyConsistent) { notify([name]) }
  }

  /// Ends every subscription.
  func finish() {
    let observers = state.withLock { state in
      state.isFinished = true
      return Array(state.observers.values)
    }
    for observer in observers { observer.continuation.finish() }
  }
}
