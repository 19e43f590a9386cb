// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Foundation
import StrataRequest
import Testing

// Serialized, and each child's pipes are closed at once: a pipe's end in another child would keep it open.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct ProcessTests {
  @Test func theProgramServesAndStopsWhenTold() async throws {
    for signal in [SIGTERM, SIGINT] {
      let program = try Program(["--port", "0", "--books", "7"])
      let line = try await program.line()
      let match = try #require(try /Bookshop server listening on (http:\/\/127\.0\.0\.1:[0-9]+)/.wholeMatch(in: line))
      let client = Client(try #require(URL(string: String(match.1)))) { $0.retry = .never }
      #expect(try await client.send(.get("/v2/books", returning: ReadPage.self)).total == 7)
      // The client's connection is still open.
      kill(program.process.processIdentifier, signal)
      #expect(await program.status() == 0)
      #expect(program.errors() == "")
    }
  }

  @Test func anAnswerThatWaitsDoesNotHoldItUp() async throws {
    let program = try Program(["--port", "0", "--delay", "3600"])
    let url = try #require(URL(string: String(try await program.line().split(separator: " ").last ?? "")))
    let answer = Task { try await Client(url) { $0.retry = .never }.send(.raw(.get, "/v2/books")) }
    kill(program.process.processIdentifier, SIGTERM)
    #expect(await program.status() == 0)
    await #expect(throws: RequestError.self) { try await answer.value }
  }

  @Test func itEndsWithItsParent() async throws {
    let program = try Program(["--port", "0", "--exit-with-parent"])
    #expect(try await program.line().hasPrefix("Bookshop server listening on "))
    program.endInput()
    #expect(await program.status() == 0)
  }

  @Test func aWrongFlagIsAUsageError() async throws {
    let program = try Program(["--port", "ninety"])
    #expect(await program.status() == 64)
    #expect(program.errors().contains("--port is \"ninety\": it must be a whole number from 0 to 65535."))
  }

  @Test func aPortInUseIsUnavailable() async throws {
    let shop = try Shop.shared()
    let program = try Program(["--port", "\(shop.server.port)"])
    #expect(await program.status() == 69)
    #expect(program.errors().contains("Port \(shop.server.port) is in use"))
  }

  @Test func helpListsTheFlags() async throws {
    let program = try Program(["--help"])
    #expect(try await program.line() == "usage: BookshopServer [flags]")
    #expect(await program.status() == 0)
  }
}

/// The server as a process of its own, killed with this object.
private final class Program {
  struct Ended: Error {}

  let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let error = Pipe()
  private let ends: AsyncStream<Int32>

  init(_ flags: [String]) throws {
    let (ends, end) = AsyncStream<Int32>.makeStream()
    self.ends = ends
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "BookshopServer")
    process.arguments = flags
    process.standardInput = input
    process.standardOutput = output
    process.standardError = error
    process.terminationHandler = { end.yield($0.terminationReason == .exit ? $0.terminationStatus : -1) }
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// The first line that it prints.
  func line() async throws -> String {
    let handle = output.fileHandleForReading
    // A thread of its own: on Linux the handlers share their few threads with Dispatch's global queues.
    return try await withCheckedThrowingContinuation { (done: CheckedContinuation<String, any Error>) in
      Thread.detachNewThread {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(handle.fileDescriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        done.resume(with: bytes.isEmpty ? .failure(Ended()) : .success(String(decoding: bytes, as: UTF8.self)))
      }
    }
  }

  /// How it ended: its exit status, or -1 for a signal.
  func status() async -> Int32? {
    var iterator = ends.makeAsyncIterator()
    return await iterator.next()
  }

  /// What it wrote to standard error, once it has ended.
  func errors() -> String {
    String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  func endInput() { try? input.fileHandleForWriting.close() }
}
