// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import StrataScripted
import Testing

/// What many and large requests leave behind: nothing. Small counts by default, all with STRATA_SOAK=1.
///
/// What measures memory runs in a process of its own, and prints its figures.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SoakTests {
  @Test func manyInARowLeaveMemoryAndDescriptorsFlat() async {
    let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let count = isSoak ? 20_000 : 1_000
      let server = try FaultServer.answering(keepsRequests: false) { _ in
        FaultServer.reply(#"{"id": 1, "title": "Swift"}"#)
      }
      let client = Client(server.url())
      func send(_ count: Int) async throws {
        for _ in 0..<count { _ = try await client.send(.get("/b", returning: Book.self)) }
      }
      try await send(count / 5)
      let (memory, descriptors) = (Resources.memory ?? 0, Resources.descriptors)
      print("figures: \(count) in a row, before: \(Resources.line)")
      try await send(count)
      print("figures: \(count) in a row, after: \(Resources.line)")
      try require((Resources.memory ?? 0) - memory < 4 && Resources.descriptors == descriptors)
    }
    show(child)
  }

  @Test func aThousandAtOnceUseEightConnections() async {
    let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let server = try FaultServer.answering(keepsRequests: false) { FaultServer.reply("\"\($0.target)\"") }
      let client = Client(server.url()) { $0.concurrentRequests = 8 }
      func send() async throws {
        let all = try await client.send(all: (0..<1_000).map { .get("/\($0)", returning: String.self) })
        try require(all == (0..<1_000).map { "/\($0)" })
      }
      for _ in 0..<3 { try await send() }
      let (memory, descriptors) = (Resources.memory ?? 0, Resources.descriptors)
      print("figures: 1000 at once, before: \(Resources.line)")
      for _ in 0..<(isSoak ? 10 : 2) { try await send() }
      print("figures: 1000 at once, after: \(Resources.line), \(server.connections) connections")
      // Both ends of a connection are in this process, and not all eight need be there before.
      try require((Resources.memory ?? 0) - memory < 8)
      try require((Resources.descriptors ?? 0) <= (descriptors ?? 0) + 16)
      try require(server.connections <= 8)
    }
    show(child)
  }

  @Test func aLargeDownloadStaysOutOfMemory() async {
    let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let size = (isSoak ? 500 : 40) << 20
      let server = try FaultServer(keepsRequests: false) { connection in
        _ = connection.readRequest()
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
        let chunk = Data(count: 1 << 20)
        for _ in 0..<(size >> 20) where !connection.send(chunk) { return }
      }
      let folder = try TemporaryFolder(), reports = Box(0), start = ContinuousClock.now
      let file = try await Client(server.url()).download(.data("/f"), to: folder.file("f")) { _ in
        reports.change { $0 += 1 }
      }
      let took = start.duration(to: .now)
      print(
        "figures: download of \(file.bytes >> 20) MB: \(took), \(reports.value) reports, peak \(Resources.peakMemory ?? 0) MB"
      )
      try require(file.bytes == size && (Resources.peakMemory ?? 0) < 80)
    }
    show(child)
  }

  @Test func aLargeUploadStaysOutOfMemory() async {
    let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let size = (isSoak ? 500 : 40) << 20
      let server = try FaultServer(keepsRequests: false) { connection in
        guard let head = connection.readHead(), let length = head.headers["content-length"].flatMap({ Int($0) }),
          connection.skip(length)
        else { return }
        connection.send(FaultServer.reply("\(length)"))
      }
      let folder = try TemporaryFolder()
      let file = folder.file("f", Data())
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: UInt64(size))
      try handle.close()
      let last = Box(TransferProgress(bytes: 0, total: nil)), start = ContinuousClock.now
      let answer = try await Client(server.url()).upload(file, with: .post("/", returning: Int.self)) { progress in
        last.change { $0 = progress }
      }
      print("figures: upload of \(answer >> 20) MB: \(start.duration(to: .now)), peak \(Resources.peakMemory ?? 0) MB")
      try require(answer == size && last.value.fraction == 1 && (Resources.peakMemory ?? 0) < 80)
    }
    show(child)
  }
}

/// Ends a child process where a figure is not what it should be.
func require(_ holds: Bool, line: Int = #line) throws {
  if !holds { throw Broken("the figure of line \(line)") }
}

/// Shows the figures that a child has printed.
private func show(_ child: ExitTest.Result?) {
  let text = child.map { String(decoding: $0.standardOutputContent, as: UTF8.self) } ?? ""
  for line in text.split(separator: "\n") where line.hasPrefix("figures: ") { print(line.dropFirst(9)) }
}
