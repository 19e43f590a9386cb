// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import StrataTesting
import Testing

/// Tokens "1", "2", ...; refreshing counts up, through a gate.
private final class Tokens: CredentialProviding {
  let token = Box(1)
  let refreshes = Box(0)
  let gate = Latch()
  let work: @Sendable () async throws -> Void
  init(_ work: @escaping @Sendable () async throws -> Void = {}) { self.work = work }

  func credential() async throws -> Credential? { .bearer("\(token.value)") }
  func refresh(_ old: Credential) async throws -> Credential {
    refreshes.change { $0 += 1 }
    await gate.wait()
    try await work()
    return .bearer("\(token.change { token in token += 1; return token })")
  }
}

private struct Refused: Error {}

@Suite(.timeLimit(.minutes(1)))
struct AuthenticationTests {
  /// A server that accepts one token. It refuses nobody before as many are there as it is to refuse at once, and then
  /// opens `refusing`.
  private func server(
    accepts token: Box<String>, refusesAtOnce count: Int = 1, refusing: Latch = Latch()
  ) -> ScriptedTransport {
    let refused = Box(0)
    return ScriptedTransport { request in
      guard request.headers["Authorization"] == "Bearer \(token.value)" else {
        if refused.change({ refused in
          refused += 1; return refused
        }) >= count {
          refusing.open()
        }
        await refusing.wait()
        return .status(401)
      }
      return .json("\"\(request.url.path())\"")
    }
  }

  // W6
  @Test func twoHundredRefusedTogetherRefreshOnce() async throws {
    let tokens = Tokens(), refusing = Latch()
    let transport = server(accepts: Box("2"), refusesAtOnce: 200, refusing: refusing)
    let client = Client(site, transport: transport) {
      $0.credentials = tokens
      $0.concurrentRequests = 200
    }
    async let all = client.send(all: (0..<200).map { .get("/\($0)", returning: String.self) })
    await refusing.wait()
    tokens.gate.open()
    #expect(try await all == (0..<200).map { "/api/\($0)" })
    #expect(tokens.refreshes.value == 1)
    #expect(transport.requests.count == 400)
  }

  @Test func aRefusedRefreshSignsAllOutAndSendsNothing() async throws {
    let tokens = Tokens { throw Refused() }, refusing = Latch()
    let transport = server(accepts: Box("2"), refusesAtOnce: 200, refusing: refusing)
    let client = Client(site, transport: transport) {
      $0.credentials = tokens
      $0.concurrentRequests = 200
    }
    async let all = client.send(all: (0..<200).map { .text("/\($0)") }, .collect)
    await refusing.wait()
    tokens.gate.open()
    for result in await all {
      guard case .failure(let error) = result else { return #expect(Bool(false), "no error") }
      #expect(error.reason == .signedOut)
    }
    #expect(await reason(client, .text("/later")) == .signedOut)
    #expect(transport.requests.count == 200)
    #expect(tokens.refreshes.value == 1)
    tokens.token.change { $0 = 2 }
    #expect(try await client.send(.get("/x", returning: String.self)) == "/api/x")
  }

  // Field report B
  @Test func whoFailedWithAnOldTokenIsReplayedWithTheNewOne() async throws {
    let tokens = Tokens(), isOut = Latch(), answer = Latch()
    tokens.gate.open()
    let transport = ScriptedTransport { request in
      if request.url.path() == "/api/slow", request.headers["Authorization"] == "Bearer 1" {
        isOut.open()
        await answer.wait()
      }
      return request.headers["Authorization"] == "Bearer 2" ? .json("1") : .status(401)
    }
    let client = Client(site, transport: transport) { $0.credentials = tokens }
    async let slow = client.send(.get("/slow", returning: Int.self))
    await isOut.wait()
    #expect(try await client.send(.get("/fast", returning: Int.self)) == 1)
    answer.open()
    #expect(try await slow == 1)
    #expect(tokens.refreshes.value == 1)
  }

  @Test func aServerThatRefusesEveryTokenIsAskedTwice() async throws {
    let tokens = Tokens()
    tokens.gate.open()
    let transport = ScriptedTransport { _ in .status(401) }
    let client = Client(site, transport: transport) { $0.credentials = tokens }
    #expect(await reason(client, .text("/")) == .signedOut)
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer 1", "Bearer 2"])
  }

  @Test func theRefreshItselfGoesPastAuthentication() async throws {
    let holder = Box<Client?>(nil)
    let tokens = Tokens { _ = try await holder.value?.send(.text("/token")) }
    tokens.gate.open()
    let transport = ScriptedTransport { request in
      if request.url.path() == "/api/token" { return .status(request.headers["Authorization"] == nil ? 200 : 500) }
      return request.headers["Authorization"] == "Bearer 2" ? .json("1") : .status(401)
    }
    let client = Client(site, transport: transport) { $0.credentials = tokens }
    holder.change { $0 = client }
    #expect(try await client.send(.get("/", returning: Int.self)) == 1)
  }

  @Test func aRequestWithoutNeedDoesNotWaitForARefresh() async throws {
    let tokens = Tokens()
    let transport = ScriptedTransport { $0.headers["Authorization"] == nil ? .json("1") : .status(401) }
    let client = Client(site, transport: transport) { $0.credentials = tokens }
    let refused = Task { await reason(client, .text("/")) }
    while tokens.refreshes.value == 0 { await Task.yield() }
    #expect(try await client.send(Request.get("/public", returning: Int.self).authentication(.never)) == 1)
    #expect(try await client.send(.get("http://other.test/", returning: Int.self)) == 1)
    refused.cancel()
    #expect(await refused.value == .cancelled)
    tokens.gate.open()
  }

  @Test func aTunnelDuringTheRefreshSignsNobodyOut() async throws {
    let isOffline = Box(true)
    let tokens = Tokens { if isOffline.value { throw Failure(.offline) } }
    tokens.gate.open()
    let client = Client(site, transport: server(accepts: Box("2"))) { $0.credentials = tokens }
    #expect(Failure(try #require(await failure(client, .text("/")))).kind == .offline)
    isOffline.change { $0 = false }
    #expect(try await client.send(.get("/", returning: String.self)) == "/api/")
  }

  @Test(arguments: ["Basic realm=\"x\"", "Bearer", nil])
  func a401IsDeliveredWhateverItsChallenge(challenge: String?) async throws {
    let server = try FaultServer.answering { _ in
      FaultServer.reply("no", status: "401 Unauthorized", challenge.map { "WWW-Authenticate: \($0)" } ?? "X: y")
    }
    let error = await failure(Client(server.url()), .text("/"))
    #expect(error?.reason == .signedOut)
    #expect(error?.answer?.text == "no")
  }

  // The refusal's body is not read by a download, and the refresh needs the slot that it holds.
  @Test func aDownloadWithAnOldTokenIsRenewedThroughTheOnlySlot() async throws {
    let folder = try TemporaryFolder(), clients = Box<[Client]>([])
    let server = try FaultServer.answering { request in
      if request.target == "/token" { return FaultServer.reply("fine") }
      guard request.headers["authorization"] == "Bearer 2" else {
        return FaultServer.reply("who are you?", status: "401 Unauthorized")
      }
      return FaultServer.reply("film")
    }
    let tokens = Tokens { _ = try await clients.value.first?.send(.text("/token")) }
    tokens.gate.open()
    let client = Client(server.url()) {
      $0.credentials = tokens
      $0.concurrentRequests = 1
    }
    clients.change { $0 = [client] }
    try await client.download(.data("/f"), to: folder.file("f"))
    #expect(try String(contentsOf: folder.file("f"), encoding: .utf8) == "film")
    clients.change { $0 = [] }
  }
}
