// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import StrataScripted
import StrataTesting
import Testing

// L1-09, L2-29, W18
@Suite(.timeLimit(.minutes(1)))
struct DownloadTests {
  private let folder: TemporaryFolder
  private let bytes = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })

  init() throws { folder = try TemporaryFolder() }

  private func client(_ server: FileServer, attempts: Int = 1) -> Client {
    Client(server.server.url()) { $0.retry = .exponential(maxAttempts: attempts, base: .milliseconds(1)) }
  }

  private func reason(_ client: Client, _ request: Request<Data> = .data("/f")) async -> RequestError.Reason? {
    do throws(RequestError) {
      try await client.download(request, to: folder.file("f"))
      return nil
    } catch { return error.reason }
  }

  private var saved: Data? { try? Data(contentsOf: folder.file("f")) }

  @Test func aFileArrivesWholeWithItsProgressAndNothingElse() async throws {
    let server = try FileServer(.init(bytes: bytes))
    let seen = Box([TransferProgress]())
    let file = try await client(server).download(.data("/f"), to: folder.file("f")) { progress in
      seen.change { $0.append(progress) }
    }
    #expect(saved == bytes)
    #expect(file.bytes == bytes.count && file.resumedAt == 0 && file.contentType == "text/plain")
    #expect(folder.names == ["f"])
    #expect(seen.value.first == TransferProgress(bytes: 0, total: bytes.count))
    #expect(seen.value.last?.fraction == 1)
    #expect(seen.value.map(\.bytes) == seen.value.map(\.bytes).sorted())
    #expect(server.server.requests[0].headers["accept-encoding"] == "identity")
  }

  @Test func aBrokenDownloadGoesOnWhereItBrokeOff() async throws {
    let server = try FileServer(.init(bytes: bytes, cut: 250_000))
    #expect(await reason(client(server)) == .offline)
    #expect(saved == nil)
    server.content.change { $0.cut = nil }
    let file = try await client(server).download(.data("/f"), to: folder.file("f"))
    #expect(saved == bytes)
    #expect(file.resumedAt > 0)
    #expect(server.ranges == [nil, "bytes=\(file.resumedAt)-"])
    #expect(server.server.requests[1].headers["if-range"] == "\"1\"")
    #expect(folder.names == ["f"])
  }

  @Test func anotherContentMeansAllOverAgain() async throws {
    let server = try FileServer(.init(bytes: bytes, cut: 250_000))
    #expect(await reason(client(server)) == .offline)
    let other = Data(bytes.reversed())
    server.content.change { content in content = .init(bytes: other, tag: "\"2\"") }
    let file = try await client(server).download(.data("/f"), to: folder.file("f"))
    #expect(saved == other)
    #expect(file.resumedAt == 0)
  }

  @Test func aLossIsResumedByItselfAsLongAsSomethingComes() async throws {
    let server = try FileServer(.init(bytes: bytes, cut: 100_000))
    let file = try await client(server, attempts: 3).download(.data("/f"), to: folder.file("f"))
    #expect(saved == bytes)
    #expect(server.ranges.count >= 6)
    #expect(file.resumedAt > 400_000)
  }

  @Test func aLossThatBringsNothingEndsWithTheCap() async throws {
    let server = try FileServer(.init(bytes: bytes, cut: 0))
    #expect(await reason(client(server, attempts: 3)) == .offline)
    #expect(server.ranges.count == 3)
  }

  @Test(
    arguments: [
      ("W/\"1\"", nil), (nil, nil),
      (nil, ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT")),
    ] as [(String?, (String, String)?)])
  func withoutASafeNameForTheContentNothingIsResumed(tag: String?, date: (String, String)?) async throws {
    let server = try FileServer(.init(bytes: bytes, tag: tag, date: date.map { ($0.0, $0.1) }, cut: 250_000))
    #expect(await reason(client(server)) == .offline)
    server.content.change { $0.cut = nil }
    try await client(server).download(.data("/f"), to: folder.file("f"))
    #expect(saved == bytes)
    #expect(server.ranges == [nil, nil])
  }

  @Test func anOldDateIsASafeName() async throws {
    let date = (modified: "Sun, 06 Nov 1994 08:49:37 GMT", sent: "Mon, 07 Nov 1994 08:49:37 GMT")
    let server = try FileServer(.init(bytes: bytes, tag: nil, date: date, cut: 250_000))
    #expect(await reason(client(server)) == .offline)
    server.content.change { $0.cut = nil }
    #expect(try await client(server).download(.data("/f"), to: folder.file("f")).resumedAt > 0)
    #expect(saved == bytes)
  }

  @Test func aServerWithoutRangesSendsAllOverAgain() async throws {
    let server = try FileServer(.init(bytes: bytes, cut: 250_000, knowsRanges: false))
    #expect(await reason(client(server)) == .offline)
    server.content.change { $0.cut = nil }
    #expect(try await client(server).download(.data("/f"), to: folder.file("f")).resumedAt == 0)
    #expect(saved == bytes)
  }

  // What a server with a bug may send: a part that is none, from another place, of another content.
  @Test(arguments: [
    ("Content-Range: bytes ", "X-Range: "), ("-Range: bytes ", "-Range: bytes 9"), ("\"1\"", "\"9\""),
  ])
  func aPartThatDoesNotFitIsNotUsed(text: String, wrong: String) async throws {
    let server = try FileServer(.init(bytes: bytes, cut: 250_000))
    #expect(await reason(client(server)) == .offline)
    server.content.change { content in
      content.cut = nil
      content.change = { $0.contains(" 206 ") ? $0.replacing(text, with: wrong) : $0 }
    }
    try await client(server).download(.data("/f"), to: folder.file("f"))
    #expect(saved == bytes)
    #expect(server.ranges.count == 3)
    #expect(server.ranges.last == .some(nil))
  }

  @Test func aWholeFileThatWasNotPutInPlaceYetIsNotSentAgain() async throws {
    let server = try FileServer(.init(bytes: bytes, cut: bytes.count - 1))
    #expect(await reason(client(server)) == .offline)
    let part = try #require(folder.names.first { $0.hasSuffix(".part") })
    let whole = try FileHandle(forWritingTo: folder.file(part))
    try whole.seekToEnd()
    try whole.write(contentsOf: bytes.suffix(bytes.count - Int(whole.offsetInFile)))
    try whole.close()
    let file = try await client(server).download(.data("/f"), to: folder.file("f"))
    #expect(saved == bytes)
    #expect(file.resumedAt == bytes.count)
  }

  @Test func aRefusalIsAnErrorWithItsAnswerAndLeavesTheOldFile() async throws {
    let transport = ScriptedTransport(.json(#"{"error": "gone"}"#, status: 404))
    let old = folder.file("f", Data("old".utf8))
    do throws(RequestError) {
      try await Client(site, transport: transport).download(.data("/f"), to: old)
      Issue.record("no error")
    } catch {
      #expect(error.reason == .server(status: 404))
      #expect(error.answer?.text == #"{"error": "gone"}"#)
    }
    #expect(saved == Data("old".utf8))
  }

  @Test func cancellingPausesAndTheNextOneResumes() async throws {
    let server = try FileServer(.init(bytes: bytes)), client = client(server)
    let task = Task {
      do throws(RequestError) {
        try await client.download(Request.data("/f").tagged("film"), to: folder.file("f")) { progress in
          if progress.bytes > 0 { client.cancel(tag: "film") }
        }
        return nil as RequestError.Reason?
      } catch { return error.reason }
    }
    let reason = await task.value
    #expect(reason == .cancelled || reason == nil)
    let file = try await client.download(.data("/f"), to: folder.file("f"))
    #expect(saved == bytes)
    #expect(reason == nil || file.resumedAt > 0)
  }

  @Test func aLinkSignedAnewResumesAndNoSecretIsOnDisk() async throws {
    let server = try FileServer(.init(bytes: bytes, cut: 250_000))
    #expect(await reason(client(server), .data("/f", query: ["token": "hush1"])) == .offline)
    for name in folder.names where name.hasSuffix(".json") {
      #expect(try String(contentsOf: folder.file(name), encoding: .utf8).contains("hush") == false)
    }
    server.content.change { $0.cut = nil }
    let file = try await client(server).download(.data("/f", query: ["token": "hush2"]), to: folder.file("f"))
    #expect(file.resumedAt > 0)
    #expect(saved == bytes)
  }

  @Test func twoAtOnceDoNotSpoilEachOther() async throws {
    let server = try FileServer(.init(bytes: bytes)), client = client(server)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { [folder] in try await client.download(.data("/f"), to: folder.file("f\(number)")) }
      }
      try await group.waitForAll()
    }
    for number in 0..<8 { #expect(try Data(contentsOf: folder.file("f\(number)")) == bytes) }
    #expect(folder.names.count == 8)
  }

  // Who opens the partial file just before another has finished with it must not take the finished file for a partial one.
  @Test func oneThatBeginsAsAnotherEndsDoesNotSpoilIt() async throws {
    let small = Data(bytes.prefix(2_000))
    let server = try FileServer(.init(bytes: small)), client = client(server)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { [folder] in
          for round in 0..<(isSoak ? 500 : 25) {
            let file = folder.file("f\(number).\(round)")
            try await client.download(.data("/f"), to: file)
            #expect(try Data(contentsOf: file) == small)
          }
        }
      }
      try await group.waitForAll()
    }
    for name in folder.names { #expect(try Data(contentsOf: folder.file(name)) == small) }
  }

  /// The process is killed in the middle; another one goes on.
  @Test(arguments: [true, false])
  func aKilledProcessResumesIfTheContentIsTheSame(isSame: Bool) async throws {
    let server = try FileServer(.init(bytes: bytes))
    let limit = Int.random(in: 1..<400_000)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [url = server.server.url("/f").absoluteString as String, file = folder.file("f") as URL, limit = limit as Int] in
      let client = Client(try #require(URL(string: url)))
      try await client.download(.data(url), to: file) { if $0.bytes >= limit { kill(getpid(), SIGKILL) } }
    }
    #expect(saved == nil)
    if !isSame { server.content.change { $0.tag = "\"2\"" } }
    let file = try await client(server).download(.data("/f"), to: folder.file("f"))
    #expect(saved == bytes)
    #expect((file.resumedAt >= limit) == isSame)
    #expect(folder.names == ["f"])
  }

  /// Killed again and again, each time a little further.
  @Test(.timeLimit(.minutes(10))) func aDownloadIsWholeAfterAnyNumberOfKills() async throws {
    let rounds = isSoak ? 40 : 3
    // More than the rounds can bring: what is read at once is less than a megabyte.
    let bytes = Data((0..<(rounds + 1) * 2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
    let server = try FileServer(.init(bytes: bytes))
    for _ in 0..<rounds {
      let pieces = Int.random(in: 1...2)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          url = server.server.url("/f").absoluteString as String, file = folder.file("f") as URL,
          pieces = pieces as Int
        ] in
        let client = Client(try #require(URL(string: url))), seen = Box(0)
        try await client.download(.data(url), to: file) { _ in
          if seen.change({ seen in
            seen += 1; return seen
          }) > pieces {
            kill(getpid(), SIGKILL)
          }
        }
      }
    }
    let file = try await client(server).download(.data("/f"), to: folder.file("f"))
    #expect(saved == bytes)
    #expect(file.resumedAt > 0)
    print("download killed \(rounds) times: went on at \(file.resumedAt) of \(bytes.count) bytes")
    #expect(folder.names == ["f"])
  }

  @Test func aServerWhosePartsNeverFitIsNotAskedForEver() async throws {
    let server = try FileServer(.init(bytes: bytes, cut: 100_000))
    server.content.change { content in
      content.change = { $0.replacing("Content-Range: bytes ", with: "Content-Range: bytes 9") }
    }
    #expect(await reason(client(server, attempts: 3)) == .unreadable)
    #expect(server.server.requests.count <= 8)
  }
}
