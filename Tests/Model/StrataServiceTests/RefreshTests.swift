// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import StrataService
import StrataStore
import StrataTesting
import Testing

/// A server on a socket that knows accounts by their tokens: `/token`, `/renew`, `/account`, `/public`.
private final class TokenServer: Sendable {
  /// Which access tokens are good, and whose they are.
  let good = UpdateSource<[String: Account]>(["a1": ann])
  /// What renewing gives; `nil` refuses with this status.
  let renewal = UpdateSource<SessionTokens?>(SessionTokens(access: "a2", refresh: "ra2"))
  let refusal = UpdateSource("401 Unauthorized")
  let renewals = UpdateSource(0)
  let server: FaultServer

  init() throws {
    let (good, renewal, refusal, renewals) = (good, renewal, refusal, renewals)
    server = try FaultServer.answering { request in
      let token = request.headers["authorization"].map { String($0.dropFirst("Bearer ".count)) }
      switch request.target {
      case "/token": return FaultServer.reply(#"{"access": "a1", "refresh": "ra1"}"#)
      case "/renew":
        renewals.update { $0 += 1 }
        guard let tokens = renewal.value else { return FaultServer.reply(status: refusal.value) }
        good.update { $0[tokens.access] = ann }
        return FaultServer.reply(#"{"access": "\#(tokens.access)", "refresh": "\#(tokens.refresh ?? "")"}"#)
      case "/public": return FaultServer.reply("\"\(token ?? "nobody")\"")
      default:
        guard let account = token.flatMap({ good.value[$0] }) else {
          return FaultServer.reply(status: "401 Unauthorized")
        }
        return FaultServer.reply(#"{"id": "\#(account.id)", "name": "\#(account.name)"}"#)
      }
    }
  }
}

private struct Tokens: Codable, Sendable {
  var access: String
  var refresh: String
  var session: SessionTokens { SessionTokens(access: access, refresh: refresh) }
}

/// A session, its client and its server, put together as an app does it.
private final class Shop: Sendable {
  let server: TokenServer
  let session: Session<Account>
  let client: Client
  let secrets: MemorySecrets

  init(_ secrets: MemorySecrets = MemorySecrets(), server: TokenServer? = nil) throws {
    self.secrets = secrets
    let server = try server ?? TokenServer()
    self.server = server
    let door = Client(server.server.url()) { $0.retry = .never }
    let session = try Session<Account>(secrets: secrets) { old in
      try await door.send(.post("/renew", json: old.refresh, returning: Tokens.self)).session
    }
    self.session = session
    client = Client(server.server.url()) {
      $0.credentials = session
      $0.retry = .never
      $0.concurrentRequests = 64
    }
  }

  let account = Request<Account>.get("/account")

  func signIn() async throws {
    try await session.signIn { [client, account] chain in
      chain.carry(try await client.send(.post("/token", returning: Tokens.self)).session)
      return try await client.send(account)
    }
  }
}

// W6
@Suite(.timeLimit(.minutes(1))) struct RefreshTests {
  @Test func aChainOfRequestsSignsInAndLaterOnesCarryItsTokens() async throws {
    let shop = try Shop()
    try await shop.signIn()
    #expect(shop.session.current == .signedIn(ann))
    #expect(try await shop.client.send(shop.account) == ann)
    let sent = shop.server.server.requests.map { "\($0.target) \($0.headers["authorization"] ?? "-")" }
    #expect(sent == ["/token -", "/account Bearer a1", "/account Bearer a1"])
  }

  @Test func untilTheChainHasEndedNobodyElseCarriesItsTokens() async throws {
    let shop = try Shop()
    let gate = Gate(), begun = Gate()
    let task = Task {
      try await shop.session.signIn { chain in
        chain.carry(SessionTokens(access: "a1"))
        begun.open()
        try await gate.pass()
        return try await shop.client.send(shop.account)
      }
    }
    try await begun.pass()
    #expect(try await shop.client.send(.get("/public", returning: String.self)) == "nobody")
    gate.open()
    _ = try await task.value
    #expect(try await shop.client.send(.get("/public", returning: String.self)) == "a1")
  }

  @Test func aChainWhoseTokensAreRefusedHasFailedAndExpiresNobody() async throws {
    let shop = try Shop()
    try await shop.signIn()
    let failed = await failure {
      try await shop.session.signIn { chain in
        chain.carry(SessionTokens(access: "bad", refresh: "x"))
        return try await shop.client.send(shop.account)
      }
    }
    #expect(failed?.kind == .signedOut)
    #expect(shop.session.current == .signedIn(ann))
    #expect(shop.server.renewals.value == 0)
    #expect(try await shop.client.send(shop.account) == ann)
  }

  @Test func expiredTokensAreRenewedOnceAndKept() async throws {
    let shop = try Shop()
    try await shop.signIn()
    shop.server.good.value = [:]
    let accounts = try await shop.client.send(all: (1...30).map { .get("/account?\($0)", returning: Account.self) })
    #expect(accounts == Array(repeating: ann, count: 30))
    #expect(shop.server.renewals.value == 1)
    let again = try Shop(shop.secrets, server: shop.server)
    #expect(try await again.client.send(again.account) == ann)
    #expect(shop.server.renewals.value == 1)
    #expect(shop.server.server.requests.last?.headers["authorization"] == "Bearer a2")
  }

  @Test(arguments: ["401 Unauthorized", "400 Bad Request", "403 Forbidden"])
  func aRefusedRenewalExpiresTheSessionOnceHoweverManyRequestsFail(status: String) async throws {
    let shop = try Shop()
    try await shop.signIn()
    let story = UpdateSource<[SessionState<Account>]>([])
    let listening = Task { for try await state in shop.session.states { story.update { $0.append(state) } } }
    while story.value.isEmpty { await Task.yield() }
    shop.server.good.value = [:]
    shop.server.renewal.value = nil
    shop.server.refusal.value = status
    let results = await shop.client.send(
      all: (1...50).map { .get("/account?\($0)", returning: Account.self) }, .collect)
    for result in results {
      guard case .failure(let error) = result else { throw Failure(.unexpected) }
      #expect(error.reason == .signedOut)
    }
    #expect(shop.server.renewals.value == 1)
    while story.value.count < 2 { await Task.yield() }
    listening.cancel()
    #expect(story.value == [.signedIn(ann), .expired(ann)])
    #expect(try Session<Account>(secrets: shop.secrets).current == .expired(ann), "also after a restart")
  }

  @Test func whileExpiredThePublicPagesWorkAndASignInGoesOn() async throws {
    let shop = try Shop()
    let forgotten = UpdateSource<[String]>([])
    shop.session.onForget { user in forgotten.update { $0.append(user.id) } }
    try await shop.signIn()
    shop.server.good.value = [:]
    shop.server.renewal.value = nil
    #expect(await failure { try await shop.client.send(shop.account) }?.kind == .signedOut)
    #expect(try await shop.client.send(.get("/public", returning: String.self)) == "nobody")
    #expect(await failure { try await shop.client.send(shop.account) }?.kind == .signedOut)
    #expect(shop.server.renewals.value == 1)
    // NB: the very same token is good again, as with servers that make tokens of the user alone.
    shop.server.good.value = ["a1": ann]
    try await shop.signIn()
    #expect(try await shop.client.send(shop.account) == ann)
    #expect(forgotten.value.isEmpty, "the same user finds everything")
  }

  @Test func anotherUserAfterAnExpiryFindsNothingOfTheFirst() async throws {
    let shop = try Shop()
    let place = TemporaryStore()
    let personal = PersonalStore(in: place.folder) { [session = shop.session] in session.user?.id }
    shop.session.onForget { try personal.forget($0.id) }
    try await shop.signIn()
    let notes = try personal.store().collection("notes", of: String.self)
    try await notes.put("ann's", for: "note")
    shop.server.good.value = ["b1": bao]
    shop.server.renewal.value = nil
    #expect(await failure { try await shop.client.send(shop.account) }?.kind == .signedOut)
    #expect(try notes.value(for: "note") == "ann's", "an expiry forgets nothing")
    try await shop.session.signIn { chain in
      chain.carry(SessionTokens(access: "b1"))
      return try await shop.client.send(shop.account)
    }
    #expect(shop.session.current == .signedIn(bao))
    #expect(throws: StoreError.self) { try notes.value(for: "note") }
    let files = try FileManager.default.contentsOfDirectory(atPath: place.folder.path())
    #expect(files.filter { $0.contains("ann") }.isEmpty)
  }

  @Test(arguments: ["500 Internal Server Error", "503 Service Unavailable", "429 Too Many Requests"])
  func aServerInTroubleSignsNobodyOut(status: String) async throws {
    let shop = try Shop()
    try await shop.signIn()
    shop.server.good.value = [:]
    shop.server.renewal.value = nil
    shop.server.refusal.value = status
    let kind = await failure { try await shop.client.send(shop.account) }?.kind
    #expect(kind == .server(status: Int(status.prefix(3)) ?? 0))
    #expect(shop.session.current == .signedIn(ann))
    shop.server.renewal.value = SessionTokens(access: "a2", refresh: "ra2")
    #expect(try await shop.client.send(shop.account) == ann)
  }

  @Test func withoutANetworkNobodyIsSignedOut() async throws {
    let secrets = MemorySecrets()
    let transport = ScriptedTransport { $0.url.path() == "/renew" ? .failure(.unreachable) : .status(401) }
    let door = Client(site, transport: transport) { $0.retry = .never }
    let session = try Session<Account>(secrets: secrets) { _ in
      try await door.send(.post("/renew", returning: Tokens.self)).session
    }
    let client = Client(site, transport: transport) { $0.credentials = session }
    try await session.signIn { chain in
      chain.carry(SessionTokens(access: "a1", refresh: "ra1"))
      return ann
    }
    #expect(await failure { try await client.send(.get("/account", returning: Account.self)) }?.kind == .offline)
    #expect(session.current == .signedIn(ann))
  }

  @Test func withoutARefreshTokenAnExpiryIsFinal() async throws {
    let shop = try Shop()
    try await shop.session.signIn { chain in
      chain.carry(SessionTokens(access: "a1"))
      return ann
    }
    shop.server.good.value = [:]
    #expect(await failure { try await shop.client.send(shop.account) }?.kind == .signedOut)
    #expect(shop.session.current == .expired(ann))
    #expect(shop.server.renewals.value == 0)
  }

  @Test func tokensThatComeAfterTheSignOutAreRevoked() async throws {
    let gate = Gate(), begun = Gate(), revoked = UpdateSource<[String]>([])
    var configuration = SessionConfiguration()
    configuration.revoke = { tokens in revoked.update { $0.append(tokens.access) } }
    let session = try Session<Account>(secrets: MemorySecrets(), configuration) { _ in
      begun.open()
      try await gate.pass()
      return SessionTokens(access: "a2")
    }
    try await session.signIn { chain in
      chain.carry(SessionTokens(access: "a1", refresh: "ra1"))
      return ann
    }
    let refreshing = Task { try await session.refresh(.bearer("a1")) }
    try await begun.pass()
    await session.signOut()
    gate.open()
    await #expect(throws: SessionError.signedOut) { try await refreshing.value }
    await session.settled()
    #expect(session.current == .signedOut)
    #expect(try await session.credential() == nil)
    #expect(revoked.value == ["a1", "a2"])
  }

  @Test func signingOutCancelsRequestsUnlinksTheFileAndEmptiesTheScope() async throws {
    let place = TemporaryStore()
    let gate = Gate()
    let session = try Session<Account>(secrets: MemorySecrets())
    let cache = ResponseCache.inMemory { $0.scope = { session.user?.id } }
    let transport = ScriptedTransport { request in
      if request.url.path() == "/slow" { try await gate.pass() }
      return .json("[1]", headers: ["Cache-Control": "max-age=600"])
    }
    let client = Client(site, transport: transport) {
      $0.credentials = session
      $0.cache = cache
    }
    let personal = PersonalStore(in: place.folder) { session.user?.id }
    session.onForget { _ in client.cancel(tag: "account") }
    session.onForget { try personal.forget($0.id) }
    session.onForget { try await cache.clear(scope: $0.id) }
    try await session.signIn { chain in
      chain.carry(SessionTokens(access: "a1"))
      return ann
    }
    _ = try personal.store()
    _ = try await client.send(.get("/orders", returning: [Int].self))
    let slow = Task { try await client.send(.get("/slow", returning: [Int].self).tagged("account")) }
    while client.inFlight.isEmpty || gate.waiterCount == 0 { await Task.yield() }
    await session.signOut()
    #expect(await failure { try await slow.value }?.kind == .cancelled)
    #expect(try await cache.statistics().answers == 0)
    #expect(!FileManager.default.fileExists(atPath: place.folder.appending(path: "user-ann.sqlite").path()))
  }
}
