// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
public import Foundation
import StrataRequest

/// Where the app finds its server and its file: the composition root, the only place where concrete types meet.
public struct BookshopEnvironment: Sendable {
  /// The server's address.
  public let server: URL
  /// The folder of the app's file.
  public let folder: URL

  /// Where the app was asked to go.
  public let link: URL?

  /// Makes an environment.
  public init(server: URL, folder: URL, link: URL? = nil) {
    self.server = server
    self.folder = folder
    self.link = link
  }

  /// Reads `BOOKSHOP_SERVER` (default `http://127.0.0.1:8080`), `BOOKSHOP_FOLDER` (default: the user's data folder), and
  /// a link: the first argument, or `BOOKSHOP_LINK`.
  ///
  /// - Throws: `BookshopEnvironmentError` if the address is none.
  public init(
    variables: [String: String] = ProcessInfo.processInfo.environment,
    arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) throws {
    let address = variables["BOOKSHOP_SERVER"] ?? "http://127.0.0.1:8080"
    guard let server = URL(string: address), ["http", "https"].contains(server.scheme), server.host() != nil,
      (1...65_535).contains(server.port ?? 80)
    else {
      throw BookshopEnvironmentError(address: address)
    }
    let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    let named = variables["BOOKSHOP_FOLDER"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
    let folder = named ?? data.appending(path: "bookshop")
    let link = (arguments.first ?? variables["BOOKSHOP_LINK"]).flatMap { URL(string: $0) }
    self.init(server: server, folder: folder, link: link)
  }

  /// Opens the files and makes the services.
  ///
  /// - Parameter report: Told when the store fails; the app goes on.
  public func services(report: @escaping @Sendable (any Error) -> Void) throws -> BookshopServices {
    try .live(
      server: server, folder: folder,
      configure: {
        $0.retry = .exponential(maxAttempts: 2, base: .milliseconds(200))
        $0.timeout = .seconds(20)
      }, report: report)
  }
}

/// An address that no server can have.
public struct BookshopEnvironmentError: Error, CustomStringConvertible {
  let address: String

  /// What is wrong, and what to do.
  public var description: String {
    "BOOKSHOP_SERVER is \"\(address)\", which is no address of a server. Set it to one such as http://127.0.0.1:8080."
  }
}
