// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Sends requests to a server and reads its answers.
///
/// Make one per server at the app's root and hand it to the services; copies are the same client.
///
/// ```swift
/// let client = Client(URL(string: "https://api.example.com/v2")!) { $0.headers["Accept-Language"] = "en" }
/// let books = try await client.send(.get("/books", query: ["q": "swift"], returning: [Book].self))
/// ```
///
/// Safe to use from any task.
public struct Client: Sendable {
  let base: URL
  let configuration: Configuration
  let ticker: Ticker
  let next: Next

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - base: The server, with or without a path, which is kept in front of every request's own (W14).
  ///   - transport: Default: the platform's.
  ///   - configure: Changes the defaults.
  public init(
    _ base: URL, transport: any Transporting = .default, configure: (inout Configuration) -> Void = { _ in }
  ) {
    var configuration = Configuration()
    configure(&configuration)
    self.base = base
    self.configuration = configuration
    ticker = Ticker(configuration.clock)
    next = chain(configuration.interceptors, transport)
  }

  /// Sends a request and returns its response, read off the caller's actor.
  ///
  /// - Throws: ``RequestError``; a cancelled task throws it with the reason `cancelled`, at once.
  @concurrent public func send<Response>(_ request: Request<Response>) async throws(RequestError) -> Response {
    let (outgoing, redaction) = try prepare(request)
    func error(_ error: any Error, _ answer: Answer? = nil) -> RequestError {
      RequestError(error, outgoing, redaction, answer)
    }
    let answer: Answer
    do { answer = try await exchange(outgoing) } catch let failed { throw error(failed) }
    guard request.accepts(answer.status) else { throw error(StatusRefused(status: answer.status), answer) }
    do { return try request.read(answer, configuration.decoder) } catch let failed {
      throw error(failed is DecodingError ? Unread(failed) : failed, answer)
    }
  }

  /// Runs the layers and takes the whole body, within the deadline.
  private func exchange(_ request: TransportRequest) async throws -> Answer {
    let deadline = Deadline(request.options.deadline ?? configuration.timeout, ticker)
    let limit = configuration.responseLimit
    return try await deadline.run {
      var request = request
      request.options.onSlotWait = { deadline.setPaused($0) }
      let response = try await next(request)
      guard let body = try await response.body.collect(upTo: limit) else {
        throw TransportError(.malformed, "the answer is larger than \(limit) bytes")
      }
      return Answer(status: response.status, headers: response.headers, body: body, origin: response.origin)
    }
  }
}
