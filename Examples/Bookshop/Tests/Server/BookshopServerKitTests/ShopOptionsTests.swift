// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ShopOptionsTests {
  @Test func withoutFlagsTheDefaultsHold() throws {
    let options = try ShopOptions(flags: [])
    #expect(options == ShopOptions(port: 8080))
    #expect(options.books == nil && options.delay == .zero && options.failEvery == nil)
    #expect(!options.exitsWithParent && !options.wantsHelp)
  }

  @Test func everyFlagIsRead() throws {
    let options = try ShopOptions(flags: [
      "--port", "0", "--books", "100000", "--delay", "0.25", "--fail-every", "3", "--exit-with-parent",
      "--token-seconds", "5",
    ])
    #expect((options.port, options.books, options.failEvery) == (0, 100_000, 3))
    #expect(options.delay == .milliseconds(250))
    #expect(options.exitsWithParent && options.tokenSeconds == 5)
    #expect(try ShopOptions(flags: ["--help"]).wantsHelp)
    for flag in ["--port", "--books", "--delay", "--fail-every", "--exit-with-parent", "--token-seconds", "--help"] {
      #expect(ShopOptions.help.contains(flag))
    }
  }

  @Test(arguments: [
    (["--prot", "1"], "--prot is no flag of this program."), (["8080"], "8080 is no flag of this program."),
    (["--port"], "--port needs a value."),
    (["--port", "65536"], "--port is \"65536\": it must be a whole number from 0 to 65535."),
    (["--port", "-1"], "--port is \"-1\""), (["--books", "1000001"], "--books is \"1000001\""),
    (["--token-seconds", "-1"], "--token-seconds is \"-1\""), (["--fail-every", "0"], "--fail-every is \"0\""),
    (["--delay", "soon"], "--delay is \"soon\": it must be a number of seconds from 0 to 3600, such as 0.5."),
    (["--delay", "nan"], "--delay is \"nan\""), (["--delay", "-1"], "--delay is \"-1\""),
  ])
  func aWrongFlagIsTold(flags: [String], message: String) throws {
    let error = try #require(throws: FlagError.self) { try ShopOptions(flags: flags) }
    #expect(error.description.hasPrefix(message))
  }
}

@Suite(.timeLimit(.minutes(1)))
struct FaultTests {
  @Test func everyNthAnswerIsUnavailable() async throws {
    let shop = try Shop { $0.failEvery = 3 }
    var answers: [Answer] = []
    for _ in 1...6 { answers.append(try await shop.ask("/v2/books?count=1")) }
    #expect(answers.map(\.status) == [200, 200, 503, 200, 200, 503])
    #expect(answers[2].headers["Retry-After"] == "1")
    #expect(try answers[2].problem().code == "unavailable")
  }

  @Test func anAnswerWaitsForTheDelay() async throws {
    let shop = try Shop { $0.delay = .milliseconds(50) }
    let start = ContinuousClock.now
    let answer = try await shop.ask("/v2/books")
    #expect(answer.status == 200)
    #expect(ContinuousClock.now - start >= .milliseconds(50))
  }

  @Test func aPortInUseIsTold() throws {
    let shop = try Shop.shared()
    let error = try #require(throws: ShopError.self) { try ShopServer(ShopOptions(port: shop.server.port)) }
    #expect(error.description.contains("Port \(shop.server.port) is in use"))
  }
}
