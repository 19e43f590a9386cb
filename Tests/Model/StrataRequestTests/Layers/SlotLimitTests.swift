// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SlotLimitTests {
  /// A transport whose calls wait for a latch by path, and how many ran at once at most.
  private final class Counting: Transporting {
    let state = Box((now: 0, most: 0, order: [String]()))
    let latches: [String: Latch]
    let began = Latch()
    init(_ paths: String...) { latches = Dictionary(uniqueKeysWithValues: paths.map { ($0, Latch()) }) }

    func exchange(_ request: TransportRequest) async throws -> TransportResponse {
      state.change { state in
        state.now += 1
        state.most = max(state.most, state.now)
        state.order.append(request.url.path())
      }
      began.open()
      if let latch = latches[request.url.path()] { await latch.wait() } else { await Task.yield() }
      try Task.checkCancellation()
      state.change { $0.now -= 1 }
      return TransportResponse(status: 200, body: ResponseBody(Data("\(request.url.path())".utf8)))
    }
  }

  private func client(
    _ transport: Counting, _ limit: Int, _ events: Box<[RequestEvent]>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Client {
    Client(URL(string: "http://h")!, transport: transport) {
      $0.concurrentRequests = limit
      $0.clock = clock
      $0.onEvent = { event in events?.change { $0.append(event) } }
    }
  }

  /// Returns when a number of requests wait for a slot.
  private func waiting(_ count: Int, _ events: Box<[RequestEvent]>) async {
    while events.value.filter({ if case .waitedForSlot(true) = $0.step { true } else { false } }).count < count {
      await Task.yield()
    }
  }

  @Test func aThousandRunEightAtOnce() async throws {
    let transport = Counting()
    let client = client(transport, 8)
    let all = try await client.send(all: (0..<1_000).map { .text("/\($0)") })
    #expect(all == (0..<1_000).map { "/\($0)" })
    #expect(transport.state.value.most == 8)
  }

  /// One request has the only slot, another waits for it with so much time.
  private func oneWaits(
    within limit: Duration
  ) async -> (
    transport: Counting, clock: ManualClock, slow: Task<RequestError.Reason?, Never>,
    late: Task<RequestError.Reason?, Never>
  ) {
    let transport = Counting("/slow", "/late"), clock = ManualClock(), events = Box([RequestEvent]())
    let client = client(transport, 1, events, clock: clock)
    let slow = Task { await reason(client, Request.text("/slow").within(.seconds(1_000))) }
    await transport.began.wait()
    let late = Task { await reason(client, Request.text("/late").within(limit)) }
    await waiting(1, events)
    await clock.sleeps(begun: 2)
    return (transport, clock, slow, late)
  }

  // W17
  @Test func waitingForASlotIsNotCountedAgainstTheDeadline() async throws {
    let (transport, clock, slow, late) = await oneWaits(within: .seconds(5))
    clock.advance(by: .seconds(100))
    transport.latches["/slow"]?.open()
    #expect(await slow.value == nil)
    transport.latches["/late"]?.open()
    #expect(await late.value == nil)
  }

  // L2-30
  @Test func urgentRequestsComeFirstAndOthersInOrder() async throws {
    let transport = Counting("/first"), events = Box([RequestEvent]())
    let client = client(transport, 1, events)
    let first = Task { try await client.send(.text("/first")) }
    await transport.began.wait()
    var tasks: [Task<String, any Error>] = []
    for (path, priority) in [("/l", RequestPriority.low), ("/n1", .normal), ("/n2", .normal), ("/h", .high)] {
      tasks.append(Task { try await client.send(Request.text(path).priority(priority)) })
      await waiting(tasks.count, events)
    }
    transport.latches["/first"]?.open()
    _ = try await first.value
    for task in tasks { _ = try await task.value }
    #expect(transport.state.value.order == ["/first", "/h", "/n1", "/n2", "/l"])
  }

  @Test func whoStopsWaitingLeavesTheQueue() async throws {
    let transport = Counting("/first"), events = Box([RequestEvent]())
    let client = client(transport, 1, events)
    let first = Task { try await client.send(.text("/first")) }
    await transport.began.wait()
    let second = Task { await reason(client, .text("/second")) }
    await waiting(1, events)
    second.cancel()
    #expect(await second.value == .cancelled)
    transport.latches["/first"]?.open()
    _ = try await first.value
    #expect(try await client.send(.text("/third")) == "/third")
    #expect(transport.state.value.order == ["/first", "/third"])
  }

  // The less time was left, the more often a clock would ring for nothing.
  @Test func aDeadlineThatStandsStillWakesNobody() async throws {
    let (transport, clock, slow, late) = await oneWaits(within: .milliseconds(1))
    for _ in 0..<200 {
      clock.advance(by: .milliseconds(1))
      for _ in 0..<5 { await Task.yield() }
    }
    #expect(clock.slept.count <= 4)
    transport.latches["/slow"]?.open()
    #expect(await slow.value == nil)
    transport.latches["/late"]?.open()
    #expect(await late.value == nil)
  }
}
