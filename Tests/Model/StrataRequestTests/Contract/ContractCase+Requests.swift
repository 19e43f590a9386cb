// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest

extension ContractCase {
  private static func echo() throws -> FaultServer {
    try FaultServer.answering { FaultServer.reply("\($0.method) \($0.target) \($0.text)") }
  }

  private static func body(_ method: HTTPMethod, _ server: FaultServer, _ body: UploadBody?) -> TransportRequest {
    TransportRequest(method, server.url("/"), headers: body == nil ? [:] : ["Content-Type": "text/plain"], body: body)
  }

  static let requests: [ContractCase] = [
    ContractCase("an address is sent as it is written") { transport in
      let server = try echo()
      let text = try await transport.get(server, "/a%2Fb/%C3%A9?x=%20&y=a+b").text
      try expect("target", text, "GET /a%2Fb/%C3%A9?x=%20&y=a+b ")
    },
    ContractCase("headers are sent as they are written") { transport in
      let server = try echo()
      _ = try await transport.get(server, "/", ["X-A": "a, b", "User-Agent": "Test/1", "Accept-Language": "de"])
      let sent = server.requests.first?.headers
      try expect("value", sent?["x-a"], "a, b")
      try expect("agent", sent?["user-agent"], "Test/1")
      try expect("language", sent?["accept-language"], "de")
    },
    ContractCase("the agent is named") { transport in
      let server = try echo()
      _ = try await transport.get(server)
      try expect("agent", server.requests.first?.headers["user-agent"], "Strata")
    },
    ContractCase("no language is invented") { transport in
      let server = try echo()
      _ = try await transport.get(server)
      try expect("language", server.requests.first?.headers["accept-language"], nil)
    },
    ContractCase("bodies arrive with every method") { transport in
      let server = try echo()
      for method: HTTPMethod in [.post, .put, .patch, .delete, "PROPFIND"] {
        let answer = try await transport.answer(body(method, server, .data(Data("12345".utf8))))
        try expect("echo", answer.text, "\(method) / 12345")
        try expect("length", server.requests.last?.headers["content-length"], "5")
        try expect("no expectation", server.requests.last?.headers["expect"], nil)
      }
    },
    ContractCase("a body arrives with GET") { transport in
      let server = try echo()
      try expect("echo", try await transport.answer(body(.get, server, .data(Data("q".utf8)))).text, "GET / q")
    },
    ContractCase("a write without a body says so, a read says nothing") { transport in
      let server = try echo()
      _ = try await transport.answer(body(.post, server, nil))
      _ = try await transport.answer(body(.get, server, nil))
      try expect("lengths", server.requests.map { $0.headers["content-length"] }, ["0", nil])
    },
    ContractCase("no content type is invented") { transport in
      let server = try echo()
      _ = try await transport.answer(TransportRequest(.post, server.url("/"), body: .data(Data("a".utf8))))
      try expect("type", server.requests.first?.headers["content-type"], nil)
    },
    ContractCase("a connection is used again") { transport in
      let server = try echo()
      for _ in 0..<5 { _ = try await transport.get(server) }
      try expect("connections", server.connections, 1)
    },
    ContractCase("cookies are not kept") { transport in
      let server = try FaultServer.answering { _ in FaultServer.reply("", "Set-Cookie: a=1; Path=/") }
      for _ in 0..<2 { _ = try await transport.get(server) }
      try expect("cookies", server.requests.map { $0.headers["cookie"] }, [nil, nil])
    },
    ContractCase("answers are not kept") { transport in
      let server = try FaultServer.answering { _ in FaultServer.reply("a", "Cache-Control: max-age=3600") }
      for _ in 0..<2 { _ = try await transport.get(server) }
      try expect("requests", server.requests.count, 2)
    },
    ContractCase("a hundred at once are all answered") { transport in
      let server = try echo()
      let right = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<100 {
          group.addTask { try await transport.get(server, "/\(number)").text == "GET /\(number) " }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try expect("right answers", right, 100)
    },
    ContractCase("only http is spoken") { transport in
      do {
        _ = try await transport.exchange(TransportRequest(.get, URL(filePath: "/etc/passwd")))
        throw Broken("a file was read")
      } catch let error as TransportError { try expect("kind", error.kind, .invalidRequest) }
    },
    ContractCase("a connection that has died meanwhile does not lose a body or send it twice") { transport in
      let server = try FaultServer { connection in
        guard let first = connection.readRequest() else { return }
        connection.send(FaultServer.reply("\(first.method) \(first.text)"))
      }
      for number in 0..<5 {
        _ = try await transport.get(server)
        let before = server.requests.count
        do {
          let answer = try await transport.answer(body(.post, server, .data(Data("pay \(number)".utf8))))
          try expect("echo", answer.text, "POST pay \(number)")
        } catch let error as TransportError { try expect("kind", error.kind, .interrupted) }
        try expect("deliveries", server.requests.count - before <= 1)
      }
    },
    ContractCase("a write is not delivered twice when its connection dies") { transport in
      let server = try FaultServer { connection in
        while let request = connection.readRequest() {
          if request.method == "POST" { return connection.close() }
          connection.send(FaultServer.reply("fine"))
        }
      }
      for content in [nil, UploadBody.data(Data("pay".utf8))] {
        _ = try await transport.get(server)
        let before = server.requests.count
        do {
          _ = try await transport.answer(body(.post, server, content))
          throw Broken("an answer came from nowhere")
        } catch let error as TransportError { try expect("kind", error.kind, .interrupted) }
        try expect("deliveries", server.requests.count - before, 1)
      }
    },
  ]

  static let uploads: [ContractCase] = [
    ContractCase("a streamed body is sent whole and its progress told") { transport in
      let server = try FaultServer.answering { FaultServer.reply("\($0.body.count)") }
      for length in [300_000, nil] {
        let sent = Box([Int]())
        var request = body(.post, server, .stream(length: length) { chunks(3) })
        request.options.onSent = { bytes in sent.change { $0.append(bytes) } }
        try expect("received", try await transport.answer(request).text, "300000")
        try expect("told", sent.value.last, 300_000)
        try expect("in order", sent.value == sent.value.sorted())
      }
    },
    ContractCase("a file is sent whole, with its length") { transport in
      let server = try FaultServer.answering {
        FaultServer.reply("\($0.body.count) \($0.headers["content-length"] ?? "")")
      }
      let folder = try TemporaryFolder()
      let file = folder.file("a.bin", Data(count: 1_000_000))
      try expect("received", try await transport.answer(body(.put, server, .file(file))).text, "1000000 1000000")
    },
    ContractCase("a file that is gone is an error and not an empty body") { transport in
      let server = try echo()
      do {
        _ = try await transport.answer(body(.put, server, .file(URL(filePath: "/nonexistent/strata.bin"))))
        throw Broken("something was sent")
      } catch is CocoaError {}
      try expect("requests", server.requests.count, 0)
    },
    ContractCase("a streamed body that fails ends the exchange with its error") { transport in
      struct NoFile: Error {}
      let server = try echo()
      do {
        _ = try await transport.answer(body(.post, server, .stream(length: nil) { { throw NoFile() } }))
        throw Broken("no error")
      } catch is NoFile {}
    },
    ContractCase("a streamed body is pulled while the server reads") { transport in
      let hasFirst = Latch()
      let server = try FaultServer { connection in
        guard connection.readHead() != nil, connection.readRaw(5) != nil else { return }
        hasFirst.open()
        _ = connection.readRaw(5)
        connection.send(FaultServer.reply("fine"))
      }
      let count = Box(0)
      let stream = UploadBody.stream(length: 10) {
        {
          let number = count.change { count in
            count += 1; return count
          }
          if number == 2 { try await hasFirst.wait(atMost: .seconds(2)) }
          return number > 2 ? nil : Data("12345".utf8)
        }
      }
      try expect("answer", try await transport.answer(body(.post, server, stream)).text, "fine")
    },
  ]

  /// A stream of chunks of 100 kB.
  private static func chunks(_ count: Int) -> @Sendable () async throws -> Data? {
    let left = Box(count)
    return {
      left.change { left in
        left -= 1; return left >= 0 ? Data(count: 100_000) : nil
      }
    }
  }
}
