// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import StrataScripted
import StrataTesting
import Testing

/// What a request waits for when it is ended: by its deadline, or by its tag (W16, W17).
@Suite(.timeLimit(.minutes(1)))
struct LifetimeTests {
  enum Wait: CaseIterable { case head, body, pause, slot }

  /// A server that keeps each request at a wait, and a client whose next request gets there.
  private final class Scene: Sendable {
    let server: FaultServer
    let client: Client
    let clock = ManualClock()
    let reached = Latch()

    init(_ wait: Wait, _ transport: any Transporting) throws {
      let reached = reached
      server = try FaultServer { connection in
        while let request = connection.readRequest() {
          guard request.target != "/after" else {
            connection.send(FaultServer.reply("here"))
            continue
          }
          guard wait != .pause else {
            connection.send(FaultServer.reply(status: "503 Later"))
            continue
          }
          // More than is kept unread, so that the task is woken and waits again.
          let part = "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n\(String(repeating: "a", count: 400_000))"
          if wait == .body { connection.send(part) }
          if wait != .slot { reached.open() }
          return connection.waitForClose()
        }
      }
      client = Client(server.url(), transport: transport) { [clock] in
        $0.clock = clock
        $0.concurrentRequests = wait == .slot ? 1 : 16
        $0.retry = .exponential(base: .seconds(1_000), longestPause: .seconds(1_000))
        $0.onEvent = { event in
          switch event.step {
          case .willRetry, .waitedForSlot(true): reached.open()
          default: break
          }
        }
      }
    }
  }

  private func request(_ path: String, isShared: Bool) -> Request<String> {
    let request = Request<String>.text(path).tagged("cart")
    return isShared ? request : request.unshared()
  }

  @Test(arguments: Wait.allCases, [true, false])
  func itsTagEndsIt(at wait: Wait, isShared: Bool) async throws {
    for transport in [CurlTransport(), URLSessionTransport()] as [any Transporting] {
      let scene = try Scene(wait, transport), client = scene.client
      let first = wait == .slot ? Task { await reason(client, .text("/first")) } : nil
      if first != nil { while scene.server.requests.isEmpty { await Task.yield() } }
      let task = Task { [self] in (await reason(client, request("/a", isShared: isShared)), Task.isCancelled) }
      await scene.reached.wait()
      client.cancel(tag: "cart")
      #expect(await task.value == (.cancelled, false))
      client.cancelAll()
      #expect(await first?.value == (wait == .slot ? .cancelled : nil))
      #expect(client.inFlight.isEmpty)
      #expect(try await client.send(.text("/after")) == "here")
    }
  }

  // The wait for a slot is no part of the deadline: SlotLimitTests.
  @Test(arguments: [Wait.head, .body, .pause], [true, false])
  func itsDeadlineEndsIt(at wait: Wait, isShared: Bool) async throws {
    for transport in [CurlTransport(), URLSessionTransport()] as [any Transporting] {
      let scene = try Scene(wait, transport), client = scene.client
      let task = Task { [self] in await reason(client, request("/a", isShared: isShared).within(.seconds(5))) }
      await scene.reached.wait()
      await scene.clock.sleeps(begun: wait == .pause ? 2 : 1)
      scene.clock.advance(by: .seconds(5))
      #expect(await task.value == .timedOut)
      #expect(client.inFlight.isEmpty)
      #expect(try await client.send(.text("/after")) == "here")
    }
  }

  @Test func aCancellationMayCancelOthersByTag() async throws {
    let clients = Box<[Client]>([]), isOtherOver = Latch()
    let transport = ScriptedTransport { request in
      let isFirst = request.url.path() == "/api/a"
      try await withTaskCancellationHandler {
        try await Gate().pass()
      } onCancel: {
        if isFirst { clients.value.first?.cancel(tag: "other") } else { isOtherOver.open() }
      }
      return .status(200)
    }
    let client = Client(site, transport: transport)
    clients.change { $0 = [client] }
    let first = Task { await reason(client, Request.text("/a").tagged("cart")) }
    let other = Task { await reason(client, Request.text("/b").tagged("other")) }
    while transport.requests.count < 2 { await Task.yield() }
    client.cancel(tag: "cart")
    #expect(await first.value == .cancelled)
    #expect(await other.value == .cancelled)
    await isOtherOver.wait()
    clients.change { $0 = [] }
  }

  // Many tasks start, resume and stop on one loop at the same time; each of them reads its own answer.
  @Test func manyAtOnceGetTheirOwnAnswers() async throws {
    let server = try FaultServer.answering(keepsRequests: false) { request in
      FaultServer.reply(String(repeating: String(request.target.dropFirst()) + ",", count: 20_000))
    }
    let client = Client(server.url()) { $0.concurrentRequests = 32 }
    let rounds = isSoak ? 2_000 : 100
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<rounds {
        group.addTask {
          let task = Task { try await client.send(.text("/\(number)")) }
          if number.isMultiple(of: 3) { task.cancel() }
          guard let text = try? await task.value else { return #expect(number.isMultiple(of: 3)) }
          #expect(text == String(repeating: "\(number),", count: 20_000))
        }
      }
      try await group.waitForAll()
    }
    #expect(client.inFlight.isEmpty)
  }

  // While its thread begins, what the first tasks want must not be left to nobody.
  @Test func aNewTransportAnswersItsFirstRequests() async throws {
    let server = try FaultServer.answering(keepsRequests: false) { _ in FaultServer.reply("here") }
    for _ in 0..<(isSoak ? 5_000 : 200) {
      let client = Client(server.url(), transport: CurlTransport()) { $0.retry = .never }
      let answers = try await client.send(all: (0..<3).map { .text("/\($0)") })
      #expect(answers == ["here", "here", "here"])
    }
  }
}
