// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CoalescingTests {
  /// A transport that answers when told, and a client that counts who joined.
  private func make() -> (
    transport: ScriptedTransport, client: Client, answer: Latch, joined: Box<Int>, isCancelled: Latch
  ) {
    let answer = Latch(), joined = Box(0), isCancelled = Latch()
    let transport = ScriptedTransport { request in
      await withTaskCancellationHandler {
        await answer.wait()
      } onCancel: {
        isCancelled.open()
        answer.open()
      }
      try Task.checkCancellation()
      return .json("[\"\(request.url.query() ?? "")\"]")
    }
    let client = Client(site, transport: transport) {
      $0.onEvent = { if case .joined = $0.step { joined.change { $0 += 1 } } }
    }
    return (transport, client, answer, joined, isCancelled)
  }

  private func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test func equalRequestsShareOneExchange() async throws {
    let (transport, client, answer, joined, _) = make()
    let tasks = (0..<20).map { _ in
      Task { try await client.send(.get("/b", query: ["q": 1], returning: [String].self)) }
    }
    let text = Task { try await client.send(.text("/b", query: ["q": 1])) }
    await until { joined.value == 20 }
    answer.open()
    for task in tasks { #expect(try await task.value == ["q=1"]) }
    #expect(try await text.value == "[\"q=1\"]")
    #expect(transport.requests.count == 1)
  }

  // Field report C: another body, another method, another identity, a write sent twice on purpose
  @Test func differentRequestsDoNot() async throws {
    let (transport, client, answer, _, _) = make()
    let requests: [Request<Answer>] = [
      .raw(.get, "/b"), .raw(.get, "/c"), .raw(.head, "/b"), .raw(.get, "/b", headers: ["Accept": "x"]),
      .raw(.get, "/b", headers: ["Authorization": "x"]), .raw(.post, "/b"), .raw(.post, "/b"),
      .raw(.get, "/b", body: .data(Data("1".utf8), contentType: "a")), Request.raw(.get, "/b").unshared(),
    ]
    let tasks = requests.map { request in Task { try await client.send(request) } }
    await until { transport.requests.count == requests.count }
    answer.open()
    for task in tasks { _ = try await task.value }
  }

  @Test func aCancelledWaiterLeavesTheOthersAlone() async throws {
    let (transport, client, answer, joined, _) = make()
    let first = Task { await reason(client, .text("/b")) }
    await until { transport.requests.count == 1 }
    let second = Task { try await client.send(.text("/b")) }
    await until { joined.value == 1 }
    first.cancel()
    #expect(await first.value == .cancelled)
    answer.open()
    #expect(try await second.value == "[\"\"]")
    #expect(transport.requests.count == 1)
  }

  @Test func theExchangeEndsWithItsLastWaiterAndTheNextBeginsAnew() async throws {
    let (transport, client, _, _, isCancelled) = make()
    let only = Task { await reason(client, .text("/b")) }
    await until { transport.requests.count == 1 }
    only.cancel()
    #expect(await only.value == .cancelled)
    await isCancelled.wait()
    #expect(try await client.send(.text("/b")) == "[\"\"]")
    #expect(transport.requests.count == 2)
  }

  @Test func aFailureReachesAllAndIsNotKept() async throws {
    let answer = Latch()
    let transport = ScriptedTransport { _ in
      await answer.wait()
      throw TransportError(.malformed, "scripted")
    }
    let joined = Box(0)
    let client = Client(site, transport: transport) {
      $0.onEvent = { if case .joined = $0.step { joined.change { $0 += 1 } } }
    }
    let tasks = (0..<5).map { _ in Task { await reason(client, .text("/b")) } }
    await until { joined.value == 4 }
    answer.open()
    for task in tasks { #expect(await task.value == .unreadable) }
    #expect(await reason(client, .text("/b")) == .unreadable)
    #expect(transport.requests.count == 2)
  }

  // Field report C: atomic hand-over
  @Test func whoComesWhileItEndsIsAnswered() async throws {
    let transport = ScriptedTransport { _ in .json("1") }
    let client = Client(site, transport: transport)
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<500 { group.addTask { try await client.send(.get("/b", returning: Int.self)) } }
      return try await group.reduce(0, +)
    }
    #expect(answers == 500)
  }

  @Test func whoReadsAfterAWriteDoesNotJoinAnOlderRead() async throws {
    let value = Box("old"), began = Latch(), answer = Latch()
    let transport = ScriptedTransport { request in
      if request.method == .put {
        value.change { $0 = "new" }
        return .status(204)
      }
      let now = value.value
      if now == "old" {
        began.open()
        await answer.wait()
      }
      return .json("\"\(now)\"")
    }
    let client = Client(site, transport: transport)
    let older = Task { try await client.send(.get("/b", query: ["q": 1], returning: String.self)) }
    await began.wait()
    try await client.send(.sending(.put, "/b"))
    #expect(try await client.send(.get("/b", query: ["q": 1], returning: String.self)) == "new")
    answer.open()
    #expect(try await older.value == "old")
  }

  @Test func otherPatienceMeansAnotherExchange() async throws {
    let (transport, client, answer, _, _) = make()
    let requests = [Request.text("/b"), Request.text("/b").retry(.never)]
    let tasks = requests.map { request in Task { try await client.send(request) } }
    await until { transport.requests.count == requests.count }
    answer.open()
    for task in tasks { _ = try await task.value }
  }
}
