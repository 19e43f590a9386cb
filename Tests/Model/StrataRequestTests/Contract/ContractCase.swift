// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest

/// One sentence of the contract that every transport keeps, and how it is proven against a real server.
struct ContractCase: Sendable, CustomStringConvertible {
  let name: String
  let run: @Sendable (any Transporting) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (any Transporting) async throws -> Void) {
    self.name = name
    self.run = run
  }

  var description: String { name }

  /// The whole contract.
  static let all = answers + bodies + requests + uploads + faults + endings

  static func named(_ name: String) -> ContractCase? { all.first { $0.name == name } }
}

/// A sentence that does not hold.
struct Broken: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

func expect<T: Equatable>(_ what: String, _ found: T, _ expected: T) throws {
  if found != expected { throw Broken("\(what): \(found) instead of \(expected)") }
}

func expect(_ what: String, _ holds: Bool) throws {
  if !holds { throw Broken(what) }
}

extension Transporting {
  /// Sends a request and reads the whole answer.
  func answer(_ request: TransportRequest, limit: Int = 100_000_000) async throws -> Answer {
    let response = try await exchange(request)
    guard let body = try await response.body.collect(upTo: limit) else { throw Broken("more than \(limit) bytes") }
    return Answer(status: response.status, headers: response.headers, body: body)
  }

  func get(_ server: FaultServer, _ path: String = "/", _ headers: Headers = [:]) async throws -> Answer {
    try await answer(TransportRequest(.get, server.url(path), headers: headers))
  }

  /// Expects an exchange to fail with one of some kinds, and the transport to work afterwards.
  func fails(
    _ kinds: Set<TransportError.Kind>, idle: Duration = .seconds(5),
    _ fault: @escaping @Sendable (FaultConnection) -> Void
  ) async throws {
    let server = try FaultServer { connection in
      while let request = connection.readRequest() {
        guard request.target == "/ok" else { return fault(connection) }
        connection.send(FaultServer.reply("fine"))
      }
    }
    var request = TransportRequest(.get, server.url("/bad"))
    request.options.idleTimeout = idle
    do {
      let answer = try await answer(request)
      throw Broken("\(answer.status) with \(answer.body.count) bytes instead of an error")
    } catch let error as TransportError {
      try expect("\(error) is one of \(kinds)", kinds.contains(error.kind))
    }
    try expect("afterwards", try await get(server, "/ok").text, "fine")
  }
}
