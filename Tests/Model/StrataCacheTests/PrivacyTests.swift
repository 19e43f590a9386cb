// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1))) struct PrivacyTests {
  private let fresh: Headers = ["Cache-Control": "max-age=100000"]

  @Test(arguments: [
    ("Authorization", "Bearer ann", "Bearer bob"), ("Cookie", "s=ann", "s=bob"),
  ]) func anAnswerIsNeverGivenToAnotherIdentity(name: String, one: String, other: String) async {
    let world = World()
    for policy in [CachePolicy.http, .cacheElseNetwork(maxAge: .seconds(60))] {
      world.serve(.answers("ann's", fresh))
      _ = await world.ask(policy, headers: [.init(name, one)].headers)
      world.serve(.answers("bob's", fresh))
      #expect(await world.ask(.cacheOnly, headers: [.init(name, other)].headers) == "notCached")
      #expect(await world.ask(.cacheOnly) == "notCached")
      #expect(await world.ask(policy, headers: [.init(name, one)].headers) == "ann's cache")
    }
  }

  // L2-16; a credential of the client's own, by whatever header
  @Test func aClientsCredentialIsAnIdentity() async throws {
    struct Key: CredentialProviding {
      let text: String
      func credential() async throws -> Credential? { Credential(headers: ["X-Key": text]) }
      func refresh(_ old: Credential) async throws -> Credential { old }
    }
    let world = World()
    world.serve(.answers("1", fresh))
    for (key, calls) in [("ann", 1), ("ann", 1), ("bob", 2)] {
      let client = Client(site, transport: world.transport) {
        $0.cache = world.cache
        $0.credentials = Key(text: key)
      }
      _ = try await client.send(.text("/b"))
      #expect(world.calls == calls)
    }
  }

  @Test(arguments: [
    CachePolicy.http, .reload, .cacheElseNetwork(maxAge: .seconds(60)), .cacheThenNetwork(maxAge: .seconds(60)),
  ])
  func noStoreIsNeverStored(policy: CachePolicy) async throws {
    let world = World()
    world.serve(.answers("secret", ["Cache-Control": "no-store", "ETag": "\"a\""]))
    _ = await world.ask(policy)
    #expect(await world.ask(.cacheOnly) == "notCached")
    world.serve(.answers("secret", fresh))
    _ = await world.ask(policy, headers: ["Cache-Control": "no-store"])
    #expect(await world.ask(.cacheOnly) == "notCached")
    #expect(try await world.cache.statistics().answers == 0)
  }

  @Test func anAddressWithAPasswordIsNeverStored() async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    for _ in 0..<2 {
      #expect(await world.ask(.cacheElseNetwork(maxAge: .seconds(60)), "http://ann:top@books.test/b") == "1 network")
    }
    #expect(try await world.cache.statistics().answers == 0)
  }

  @Test func noCredentialIsInTheFileAndOnlyItsOwnerReadsIt() async throws {
    let world = World()
    world.serve(.answers("1", fresh.merging(["Vary": "Authorization, Cookie"])))
    let headers: Headers = ["Authorization": "Bearer top-token", "Cookie": "session=top-cookie"]
    #expect(await world.ask(.http, "/b?access_token=top-parameter&x=1", headers: headers) == "1 network")
    #expect(await world.ask(.http, "/b?access_token=top-parameter&x=1", headers: headers) == "1 cache")
    await world.restart()
    for name in try FileManager.default.contentsOfDirectory(atPath: world.folder.path) {
      let url = world.folder.appending(path: name)
      #expect(!String(decoding: try Data(contentsOf: url), as: UTF8.self).contains("top-"))
      #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int == 0o600)
    }
    #expect(await world.ask(.http, "/b?access_token=top-parameter&x=1", headers: headers) == "1 cache")
    #expect(await world.ask(.cacheOnly, "/b?access_token=other&x=1", headers: headers) == "notCached")
  }

  @Test(arguments: [true, false]) func signingOutUnlinksTheFile(isOpen: Bool) async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    _ = await world.ask()
    await world.cache.settled()
    if !isOpen { await world.restart() }
    let cache = world.cache
    if isOpen { _ = await world.ask(.http, "/unwritten") }
    try cache.closeAndDelete()
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path) == [])
    // Later requests go to the server and leave nothing.
    for _ in 0..<2 { #expect(await world.ask() == "1 network") }
    await cache.settled()
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path) == [])
    #expect(world.problems.isEmpty)
  }

  @Test func anAnswerOnItsWayAtSignOutIsNotKept() async throws {
    let world = World()
    let (asked, answers) = (Latch(), Latch())
    world.serve(
      .replies { [fresh] _ in
        asked.open()
        await answers.wait()
        return .data(Data("1".utf8), headers: fresh)
      })
    let reading = Task { await world.ask() }
    await asked.wait()
    try world.cache.closeAndDelete()
    answers.open()
    #expect(await reading.value == "1 network")
    await world.cache.settled()
    #expect(!FileManager.default.fileExists(atPath: world.url.path))
  }
}

extension [Headers.Field] {
  fileprivate var headers: Headers { Headers(self) }
}
