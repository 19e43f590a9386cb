// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ScriptedTransportTests {
  private let base = URL(string: "http://books.test")!

  @Test func repliesComeInOrderAndCallsAreRecorded() async throws {
    let script = ScriptedTransport(.json("1"), .status(404), .failure(.unreachable))
    let client = Client(base, transport: script) { $0.retry = .never }
    #expect(try await client.send(.get("/a", returning: Int.self)) == 1)
    #expect(try await client.send(.raw(.get, "/b")).status == 404)
    await #expect(throws: RequestError.self) { try await client.send(.text("/c")) }
    #expect(script.requests.map { $0.url.path() } == ["/a", "/b", "/c"])
    #expect(script.remaining == 0)
  }

  @Test func aCallThatIsNotExpectedFailsWithALineThatNamesIt() async throws {
    let client = Client(base, transport: ScriptedTransport())
    do {
      _ = try await client.send(.text("/books?q=swift"))
      Issue.record("no error")
    } catch {
      #expect("\(error)".contains("call 1 was not expected: GET http://books.test/books?q=swift; give the script"))
    }
  }

  @Test func aClosureAnswersEveryCall() async throws {
    let client = Client(base, transport: ScriptedTransport { .json("\"\($0.url.path())\"") })
    #expect(try await client.send(.get("/x", returning: String.self)) == "/x")
    #expect(try await client.send(.get("/y", returning: String.self)) == "/y")
  }
}
