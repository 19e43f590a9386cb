// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest

/// "hello hello hello hello" by gzip.
let packedHello = Data(base64Encoded: "H4sIAAAAAAAC/8tIzcnJV8hAJwHjUT2NFwAAAA==")!

extension ContractCase {
  /// A server that sends bytes for every request and then closes.
  private static func sending(_ parts: Data...) throws -> FaultServer {
    try FaultServer { connection in
      _ = connection.readRequest()
      for part in parts { connection.send(part) }
    }
  }

  private static func sending(_ text: String) throws -> FaultServer { try sending(Data(text.utf8)) }

  static let answers: [ContractCase] = [
    ContractCase("status, headers and body arrive") { transport in
      let server = try sending("HTTP/1.1 203 Odd\r\nx-a:  1 \r\nEtag: \"v\"\r\nContent-Length: 3\r\n\r\nabc")
      let answer = try await transport.get(server)
      try expect("status", answer.status, 203)
      try expect("value", answer.headers["X-A"], "1")
      try expect("tag", answer.headers["ETag"], "\"v\"")
      try expect("body", answer.text, "abc")
    },
    ContractCase("repeated headers are joined") { transport in
      let server = try sending("HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 0\r\n\r\n")
      try expect("value", try await transport.get(server).headers["X-A"], "1, 2")
    },
    ContractCase("cookies of several lines stay apart") { transport in
      let server = try sending("HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n")
      try expect("lines", try await transport.get(server).headers.values(of: "Set-Cookie"), ["a=1", "b=2"])
    },
    ContractCase("a status without a reason is one") { transport in
      try expect("status", try await transport.get(sending("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n")).status, 200)
    },
    ContractCase("a header without a space after its colon is one") { transport in
      let server = try sending("HTTP/1.1 200 OK\r\nETag:\"1\"\r\nContent-Length: 0\r\n\r\n")
      try expect("tag", try await transport.get(server).headers["ETag"], "\"1\"")
    },
    ContractCase("a blank header is empty") { transport in
      let server = try sending("HTTP/1.1 200 OK\r\nX-B:   \r\nContent-Length: 0\r\n\r\n")
      try expect("value", try await transport.get(server).headers["X-B"], "")
    },
    ContractCase("bytes that are no text do not spoil the head") { transport in
      let server = try sending(
        Data("HTTP/1.1 200 OK\r\nX-Name: caf".utf8) + [0xE9] + Data("\r\nContent-Length: 2\r\n\r\n".utf8) + [
          0xFF, 0x41,
        ])
      let answer = try await transport.get(server)
      try expect("name", answer.headers["X-Name"]?.hasPrefix("caf") == true)
      try expect("body", answer.body, Data([0xFF, 0x41]))
    },
    ContractCase("two thousand headers arrive") { transport in
      let lines = (0..<2_000).map { "X-\($0): \($0)\r\n" }.joined()
      let answer = try await transport.get(sending("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n"))
      try expect("last", answer.headers["X-1999"], "1999")
    },
    ContractCase("interim answers are left out") { transport in
      let server = try sending(
        "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na")
      let answer = try await transport.get(server)
      try expect("status", answer.status, 200)
      try expect("no hint", answer.headers["Link"], nil)
    },
    ContractCase("a redirect is an answer with its body") { transport in
      let server = try FaultServer.answering { _ in
        FaultServer.reply("moved", status: "302 Found", "Location: /x")
      }
      let answer = try await transport.get(server)
      try expect("status", answer.status, 302)
      try expect("body", answer.text, "moved")
      try expect("requests", server.requests.count, 1)
    },
    ContractCase("a redirect to nowhere is an answer with its body") { transport in
      let server = try FaultServer.answering { _ in FaultServer.reply("moved", status: "302 Found") }
      try expect("body", try await transport.get(server).text, "moved")
    },
    ContractCase("a refused Basic login is an answer with its body") { transport in
      let server = try FaultServer.answering { _ in
        FaultServer.reply("no", status: "401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"")
      }
      let answer = try await transport.get(server)
      try expect("status", answer.status, 401)
      try expect("body", answer.text, "no")
    },
    ContractCase("a refused token is an answer with its body") { transport in
      let server = try FaultServer.answering { _ in
        FaultServer.reply("no", status: "401 Unauthorized", "WWW-Authenticate: Bearer")
      }
      try expect("body", try await transport.get(server).text, "no")
    },
    ContractCase("a refusal without a challenge is an answer with its body") { transport in
      let server = try FaultServer.answering { _ in FaultServer.reply("no", status: "401 Unauthorized") }
      try expect("body", try await transport.get(server).text, "no")
    },
    ContractCase("304 is an answer") { transport in
      let server = try FaultServer.answering { _ in "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n" }
      let answer = try await transport.get(server, "/", ["If-None-Match": "\"1\""])
      try expect("status", answer.status, 304)
      try expect("asked", server.requests.first?.headers["if-none-match"], "\"1\"")
    },
  ]

  static let bodies: [ContractCase] = [
    ContractCase("the head comes before the body, and chunks as they come") { transport in
      let step = DispatchSemaphore(value: 0)
      let server = try FaultServer { connection in
        _ = connection.readRequest()
        connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        step.wait()
        connection.send("3\r\nabc\r\n")
        step.wait()
        connection.send("2\r\nde\r\n0\r\n\r\n")
      }
      let response = try await transport.exchange(TransportRequest(.get, server.url("/")))
      var chunks = response.body.makeAsyncIterator()
      step.signal()
      try expect("first", try await chunks.next(), Data("abc".utf8))
      step.signal()
      try expect("second", try await chunks.next(), Data("de".utf8))
      try expect("end", try await chunks.next(), nil)
      try expect("still the end", try await chunks.next(), nil)
    },
    ContractCase("a trailer is left out") { transport in
      let server = try sending(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-Trailer: t\r\n\r\n")
      try expect("body", try await transport.get(server).text, "a")
    },
    ContractCase("a body without a length ends with its connection") { transport in
      try expect("body", try await transport.get(sending("HTTP/1.0 200 OK\r\n\r\nabc")).text, "abc")
    },
    ContractCase("eight megabytes arrive whole") { transport in
      let bytes = Data((0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
      let server = try sending(Data("HTTP/1.1 200 OK\r\nContent-Length: 8000000\r\n\r\n".utf8), bytes)
      try expect("the same bytes", try await transport.get(server).body == bytes)
    },
    ContractCase("gzip is undone and its headers taken away") { transport in
      let server = try sending(
        Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packedHello.count)\r\n\r\n".utf8),
        packedHello)
      let answer = try await transport.get(server)
      try expect("asked", server.requests.first?.headers["accept-encoding"]?.contains("gzip") == true)
      try expect("body", answer.text, "hello hello hello hello")
      try expect("coding", answer.headers["Content-Encoding"], nil)
      try expect("length", answer.headers["Content-Length"], nil)
    },
    ContractCase("gzip of several members and byte by byte is undone") { transport in
      let server = try FaultServer { connection in
        _ = connection.readRequest()
        connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")
        for byte in packedHello + packedHello { connection.send(Data("1\r\n".utf8) + [byte] + Data("\r\n".utf8)) }
        connection.send("0\r\n\r\n")
      }
      try expect("body", try await transport.get(server).text, "hello hello hello hellohello hello hello hello")
    },
    ContractCase("whoever asks for an encoding gets the bytes as they are") { transport in
      let server = try sending(
        Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packedHello.count)\r\n\r\n".utf8),
        packedHello)
      let answer = try await transport.get(server, "/", ["Accept-Encoding": "gzip"])
      try expect("body", answer.body, packedHello)
      try expect("coding", answer.headers["Content-Encoding"], "gzip")
    },
    ContractCase("a range is asked for without compression") { transport in
      let server = try FaultServer.answering { _ in
        FaultServer.reply("cd", status: "206 Partial Content", "Content-Range: bytes 2-3/4")
      }
      let answer = try await transport.get(server, "/", ["Range": "bytes=2-"])
      try expect("status", answer.status, 206)
      try expect("body", answer.text, "cd")
      try expect("asked", server.requests.first?.headers["accept-encoding"]?.contains("gzip") != true)
    },
    ContractCase("HEAD has headers and no body") { transport in
      let server = try FaultServer { connection in
        while connection.readRequest() != nil { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n") }
      }
      for _ in 0..<2 {
        let answer = try await transport.answer(TransportRequest(.head, server.url("/")))
        try expect("length", answer.headers["Content-Length"], "99")
        try expect("body", answer.body.isEmpty)
      }
      try expect("connections", server.connections, 1)
    },
    ContractCase("204 has no body, whatever is sent") { transport in
      try expect(
        "body", try await transport.get(sending("HTTP/1.1 204 No\r\nContent-Length: 4\r\n\r\nbody")).body, Data())
    },
    ContractCase("304 has no body, whatever is sent") { transport in
      try expect(
        "body", try await transport.get(sending("HTTP/1.1 304 No\r\nContent-Length: 4\r\n\r\nbody")).body, Data())
    },
    ContractCase("a slow reader stops the server") { transport in
      let sent = Box(0), isStuck = Latch()
      let server = try FaultServer { connection in
        _ = connection.readRequest()
        let body = Data(count: 64_000_000)
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
        let count = connection.sendPart(body, patience: 300)
        sent.change { $0 = count }
        isStuck.open()
        connection.send(body.dropFirst(count))
      }
      let response = try await transport.exchange(TransportRequest(.get, server.url("/")))
      await isStuck.wait()
      try expect("\(sent.value) bytes were sent to a reader of none", sent.value < 32_000_000)
      var count = 0
      for try await chunk in response.body { count += chunk.count }
      try expect("bytes in the end", count, 64_000_000)
    },
  ]
}
