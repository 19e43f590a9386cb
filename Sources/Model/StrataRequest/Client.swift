// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
import StrataContract

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
  let watch: Watch
  let redaction: Redaction
  let next: Next
  let events: Events
  let running = Running()
  let cacheAtOnce: (any Caching)?
  /// Whether every wait below ends with a request's lifetime: what others have written is cancelled with a task.
  let endsByItself: Bool

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
    watch = Watch(ticker)
    redaction = Redaction(parameters: Set(configuration.secretParameters.map { $0.lowercased() }))
    events = Events(receive: configuration.onEvent)
    cacheAtOnce = configuration.cacheAtOnce
    endsByItself =
      !configuration.hasLayersAboveCache && transport.endsWithLifetime
      && configuration.cache?.waitsOnlyForNext ?? true
    next = chain(configuration.layers(base, ticker, events), transport)
  }

  /// Sends a request and returns its response, read off the caller's actor.
  ///
  /// - Throws: ``RequestError``; a cancelled task throws it with the reason `cancelled`, at once.
  @concurrent public func send<Response>(_ request: Request<Response>) async throws(RequestError) -> Response {
    try await deliver(request).value
  }

  /// Sends a request; its response comes with where it came from.
  @concurrent func deliver<Response>(_ request: Request<Response>) async throws(RequestError) -> Delivery<Response> {
    let outgoing = try prepare(request)
    let start = ticker.now()
    events.send(.started, of: outgoing)
    var answer: Answer?
    do {
      let received = try await exchange(outgoing)
      answer = received
      let response = try read(received, as: request, of: outgoing)
      let (status, origin, took) = (received.status, received.origin, ticker.now() - start)
      events.send(.finished(status: status, bytes: received.body.count, origin: origin, took: took), of: outgoing)
      return Delivery(response, from: origin)
    } catch {
      let error = RequestError(error, outgoing, answer)
      events.send(.failed(error, took: ticker.now() - start), of: outgoing)
      throw error
    }
  }

  private func read<Response>(
    _ answer: Answer, as request: Request<Response>, of outgoing: TransportRequest
  ) throws -> Response {
    let decoder = TellingDecoder(base: request.decoder ?? configuration.decoder) {
      events.send(.repaired(count: $0, report: $1), of: outgoing)
    }
    guard request.accepts(answer.status) else {
      try decoder.check(answer)
      throw StatusRefused(status: answer.status)
    }
    do { return try request.read(answer, decoder) } catch  where error is DecodingError || error.isUnreadable {
      throw Unread(error)
    }
  }

  /// Runs the layers and takes the whole body, within the deadline.
  private func exchange(_ request: TransportRequest) async throws -> Answer {
    var request = request
    if let cacheAtOnce, !Task.isCancelled, let response = cacheAtOnce.answerAtOnce(&request), response.status < 300 {
      return try await Answer(response, upTo: configuration.responseLimit)
    }
    try Task.checkCancellation()
    let lifetime = Lifetime(request.options.deadline ?? configuration.timeout, watch)
    let limit = configuration.responseLimit
    request.options.wholeBodyLimit = limit
    let endsByItself = endsByItself && request.body?.isStream != true
    if endsByItself { request.options.lifetime = lifetime }
    return try await run(request, lifetime) { listed in
      if endsByItself { return try await Answer(next(listed), upTo: limit) }
      return try await lifetime.run { try await Answer(next(listed), upTo: limit) }
    }
  }

  /// Runs work for a request: listed, and within its lifetime.
  func run<Value>(
    _ request: TransportRequest, _ lifetime: Lifetime, _ work: (TransportRequest) async throws -> Value
  ) async throws -> Value {
    var listed = request
    listed.options.onSlotWait = { [events] waits in
      lifetime.setPaused(waits)
      events.send(.waitedForSlot(waits), of: request)
    }
    return try await lifetime.limit { try await running.listing(listed, lifetime) { try await work(listed) } }
  }
}
