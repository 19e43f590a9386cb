// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import Testing

@Suite(.timeLimit(.minutes(1))) struct UpdateSourceTests {
  @Test func everyListenerHearsTheValueNowAndEachChange() async throws {
    let source = UpdateSource("a")
    var first = source.updates.makeAsyncIterator()
    var second = source.updates.makeAsyncIterator()
    #expect(try await first.next() == "a")
    source.value = "b"
    #expect(try await first.next() == "b")
    #expect(try await second.next() == "b")
    source.value = "c"
    #expect(try await second.next() == "c")
  }

  @Test func anEqualValueTellsNobody() async throws {
    let source = UpdateSource(1)
    var listener = source.updates.makeAsyncIterator()
    #expect(try await listener.next() == 1)
    source.value = 1
    source.value = 2
    #expect(try await listener.next() == 2)
  }

  @Test func listenersEndWithTheSource() async throws {
    var source: UpdateSource<Int>? = UpdateSource(1)
    var listener = try #require(source?.updates).makeAsyncIterator()
    let late = try #require(source?.updates)
    #expect(try await listener.next() == 1)
    source = nil
    #expect(try await listener.next() == nil)
    var last = late.makeAsyncIterator()
    #expect(try await last.next() == 1)
    #expect(try await last.next() == nil)
  }

  @Test func stepsOfManyTasksAreAllCounted() async {
    let source = UpdateSource(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...50 { group.addTask { source.update { $0 += 1 } } }
    }
    #expect(source.value == 50)
  }

  @Test func aSessionStateKnowsItsUserAndItsKind() {
    #expect(SessionState.signedIn("Ann").user == "Ann")
    #expect(SessionState.expired("Ann").user == "Ann")
    #expect(SessionState<String>.signedOut.user == nil)
    #expect(SessionState<String>.signingIn.isSigningIn)
    #expect(SessionState.expired("Ann").isExpired && !SessionState.expired("Ann").isSignedIn)
    #expect(SessionState.signedIn("Ann").isSignedIn)
  }
}
