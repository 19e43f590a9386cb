// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// The server that the tour kills and brings back on the same port. It ends with the process that started it.
struct ShopServer {
  let port: Int
  let process: ChildProcess

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: Where; 0 picks a free port.
  ///   - flags: More of what BookshopServer understands.
  init(port: Int = 0, flags: [String] = []) throws {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "BookshopServer")
    process = try ChildProcess(program.path, ["--port", "\(port)", "--exit-with-parent"] + flags)
    let line = try process.firstLine()
    guard let port = Int(line.split(separator: ":").last ?? "") else {
      throw TourError("the server said \"\(line)\" and no port")
    }
    self.port = port
  }
}
