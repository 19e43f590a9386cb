// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import StrataService
import StrataTesting
import Testing

/// Everything at once, in any order: what must hold whatever comes.
@Suite(.timeLimit(.minutes(1))) struct SessionSequenceTests {
  private static let isSoak = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1"

  private func makeSession(_ secrets: MemorySecrets, revoked: UpdateSource<[String]>) throws -> Session<Account> {
    var configuration = SessionConfiguration()
    configuration.revoke = { tokens in revoked.update { $0.append(tokens.access) } }
    configuration.refresh = { old in
      await Task.yield()
      return SessionTokens(access: old.access + "'", refresh: old.refresh)
    }
    let session = try Session<Account>(secrets: secrets, configuration)
    session.onForget { _ in await Task.yield() }
    return session
  }

  /// One of the things that may happen.
  private func step(_ number: Int, _ session: Session<Account>) async {
    switch number % 5 {
    case 0, 1:
      let user = number % 2 == 0 ? ann : bao
      _ = try? await session.signIn { chain in
        chain.carry(SessionTokens(access: "\(user.id)-\(number)", refresh: "r"))
        await Task.yield()
        return user
      }
    case 2: await session.signOut()
    case 3:
      if let credential = try? await session.credential() { _ = try? await session.refresh(credential) }
    default:
      let task = Task {
        try await session.signIn { chain in
          chain.carry(SessionTokens(access: "gone-\(number)"))
          try await Gate().pass()
          return ann
        }
      }
      await Task.yield()
      task.cancel()
      _ = try? await task.value
    }
  }

  @Test(arguments: 0..<(isSoak ? 2_000 : 40)) func inAnyOrderAfterTheLastSignOutNothingIsLeft(seed: Int) async throws {
    let secrets = MemorySecrets(), revoked = UpdateSource<[String]>([])
    let session = try makeSession(secrets, revoked: revoked)
    await withTaskGroup(of: Void.self) { group in
      for place in 0..<12 { group.addTask { await step(seed * 7 + place * (seed % 4 + 1), session) } }
    }
    let restored = try Session<Account>(secrets: secrets)
    #expect(restored.current == session.current, "what is kept is what is shown")
    await session.signOut()
    await session.settled()
    #expect(session.current == .signedOut && session.user == nil)
    #expect(secrets.secrets.value.isEmpty)
    #expect(try await session.credential() == nil)
    // NB: two renewals of one token, which a client never makes, are left out.
    let given = revoked.value.filter { !$0.hasSuffix("'") }
    #expect(Set(given).count == given.count, "a token is revoked once")
  }

  @Test func twoSessionsDoNotMixTheirChains() async throws {
    let first = try Session<Account>(secrets: MemorySecrets())
    let second = try Session<Account>(secrets: MemorySecrets())
    try await second.signIn { chain in
      chain.carry(SessionTokens(access: "second"))
      return bao
    }
    let seen = UpdateSource<[Credential?]>([])
    try await first.signIn { chain in
      chain.carry(SessionTokens(access: "first"))
      let credentials = try await [first.credential(), second.credential()]
      seen.value = credentials
      return ann
    }
    #expect(seen.value == [.bearer("first"), .bearer("second")])
  }

  @Test func aCredentialMayBeOfAnyForm() async throws {
    var configuration = SessionConfiguration()
    configuration.credential = { Credential(headers: ["X-Token": $0.access]) }
    let session = try Session<Account>(secrets: MemorySecrets(), configuration)
    let transport = ScriptedTransport(.json("1"))
    let client = Client(site, transport: transport) { $0.credentials = session }
    try await session.signIn { chain in
      chain.carry(SessionTokens(access: "mine"))
      return ann
    }
    _ = try await client.send(.get("/", returning: Int.self))
    #expect(transport.requests.map { $0.headers["X-Token"] } == ["mine"])
    #expect(transport.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func aLaterTokenIsGivenWithoutARenewal() async throws {
    let renewals = UpdateSource(0)
    let session = try Session<Account>(secrets: MemorySecrets()) { _ in
      renewals.update { $0 += 1 }
      return SessionTokens(access: "a2", refresh: "r2")
    }
    try await session.signIn { chain in
      chain.carry(SessionTokens(access: "a1", refresh: "r1"))
      return ann
    }
    #expect(try await session.refresh(.bearer("a1")) == .bearer("a2"))
    #expect(try await session.refresh(.bearer("a1")) == .bearer("a2"))
    #expect(renewals.value == 1)
    await session.signOut()
    await #expect(throws: SessionError.signedOut) { try await session.refresh(.bearer("a2")) }
  }
}
