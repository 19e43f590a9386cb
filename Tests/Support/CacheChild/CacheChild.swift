// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataRequest
import StrataScripted

/// A process that fills a cache until it is killed, and says each answer that was written.
///
///     CacheChild PATH START      asks for START, START + 1, … and prints each number that is in the file
@main struct CacheChild {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let start = Int(arguments[2]), let site = URL(string: "http://books.test") else {
      exit(64)
    }
    let cache = ResponseCache(at: URL(filePath: arguments[1]))
    let transport = ScriptedTransport { request in
      .json("\"\(request.url.path())\"", headers: ["Cache-Control": "max-age=100000"])
    }
    let client = Client(site, transport: transport) { $0.cache = cache }
    for number in start... {
      _ = try await client.send(.text("/\(number)"))
      if number.isMultiple(of: 7) { await cache.settled() }
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }
}
