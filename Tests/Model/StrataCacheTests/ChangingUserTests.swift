// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import Testing

/// Another user signs in while a request is on its way (L2-16).
@Suite(.timeLimit(.minutes(1))) struct ChangingUserTests {
  private static let fresh: Headers = ["Cache-Control": "max-age=100000"]

  /// A world whose server has the user change before it answers to a method.
  private func world(whoChangesAt method: HTTPMethod, on path: String = "/b") -> World {
    let world = World()
    world.signIn("ann")
    world.serve(
      .replies { [unowned world] request in
        let asker = request.headers["Authorization"] ?? "nobody"
        if request.method == method, request.url.path() == path { world.signIn("bob") }
        if request.url.path() == "/old" { return .status(302, headers: ["Location": "/b"]) }
        return .data(Data(asker.utf8), headers: Self.fresh)
      })
    return world
  }

  private let rule = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

  // Whose credential it carried, nobody knows for sure.
  @Test(arguments: ["/b", "/old"])
  func theAnswerIsNobodys(path: String) async {
    let world = world(whoChangesAt: .get, on: path)
    #expect(await world.ask(rule, path, headers: ["Authorization": "ann"]) == "ann network")
    for user in ["bob", "ann"] {
      world.signIn(user)
      #expect(await world.ask(.cacheOnly, headers: ["Authorization": user]) == "notCached")
    }
  }

  @Test func aWriteForgetsTheAnswersOfWhoSentIt() async {
    let world = world(whoChangesAt: .put)
    for user in ["bob", "ann"] {
      world.signIn(user)
      _ = await world.ask(rule, headers: ["Authorization": user])
    }
    _ = await world.result(Request.raw(.put, "/b", headers: ["Authorization": "ann"]))
    #expect(await world.ask(.cacheOnly, headers: ["Authorization": "bob"]) == "bob cache")
    world.signIn("ann")
    #expect(await world.ask(.cacheOnly, headers: ["Authorization": "ann"]) == "notCached")
  }

  @Test func twoUsersDoNotShareAnExchange() async {
    let world = World()
    let (asked, answers) = (Latch(), Latch())
    world.signIn("ann")
    world.serve(
      .replies { _ in
        asked.open()
        await answers.wait()
        return .data(Data("1".utf8), headers: Self.fresh)
      })
    let client = world.client
    let first = Task { try await client.send(.text("/b")) }
    await asked.wait()
    world.signIn("bob")
    let second = Task { try await client.send(.text("/b")) }
    while world.calls < 2 { await Task.yield() }
    answers.open()
    _ = await (first.result, second.result)
    #expect(world.calls == 2)
  }
}
