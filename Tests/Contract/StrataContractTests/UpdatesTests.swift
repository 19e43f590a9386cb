// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct UpdatesTests {
  /// A number that can be changed and watched.
  private final class Source: Sendable {
    private let state = Mutex<(value: Int, readers: [AsyncStream<Void>.Continuation])>((0, []))
    func set(_ value: Int) {
      state.withLock {
        $0.value = value
        for reader in $0.readers { reader.yield() }
      }
    }
    func end() { state.withLock { for reader in $0.readers { reader.finish() } } }
    var updates: Updates<Int> {
      Updates(read: { self.state.withLock { $0.value } }) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.state.withLock { $0.readers.append(continuation) }
        return stream
      }
    }
  }

  @Test func theFirstValueComesAtOnce() async throws {
    let source = Source()
    source.set(7)
    #expect(try source.updates.current() == 7)
    var iterator = source.updates.makeAsyncIterator()
    #expect(try await iterator.next() == 7)
  }

  @Test func changesThatNobodyAskedForAreMerged() async throws {
    let source = Source()
    var iterator = source.updates.makeAsyncIterator()
    #expect(try await iterator.next() == 0)
    for value in 1...5 { source.set(value) }
    #expect(try await iterator.next() == 5)
    source.end()
    #expect(try await iterator.next() == nil)
  }

  @Test func anEqualValueIsNotRepeated() async throws {
    let source = Source()
    var iterator = source.updates.makeAsyncIterator()
    #expect(try await iterator.next() == 0)
    source.set(0)
    source.end()
    #expect(try await iterator.next() == nil)
  }

  @Test func aChangeBetweenSubscribingAndReadingIsNotMissed() async throws {
    let source = Source()
    var iterator = source.updates.makeAsyncIterator()
    source.set(3)
    #expect(try await iterator.next() == 3)
  }
}
