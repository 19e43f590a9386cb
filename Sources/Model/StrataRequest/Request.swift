// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// A question to a server, and how its answer is read: a value that can be kept, changed and sent again.
///
/// Make one with ``get(_:query:returning:)`` and its neighbours, send it with `Client.send`.
///
/// ```swift
/// extension Request where Response == BookAnswer {
///   static func books(_ text: String) -> Self { .get("/v2/books", query: ["q": text]) }
/// }
/// let answer = try await client.send(.books("swift"))
/// ```
///
/// Safe to use from any task. Sending it twice asks twice (W5, W11).
public struct Request<Response: Sendable>: Sendable {
  /// The verb.
  public var method: HTTPMethod
  /// The path below the host's own path, with or without a query; or an absolute URL, which wins over every host.
  public var path: String
  /// The query, added to that of `path`.
  public var query: Parameters
  /// Headers that win over the client's.
  public var headers: Headers
  /// The body.
  public var body: RequestBody
  /// The name of one of the client's hosts. Default `nil`: its base.
  public var host: String?
  /// Reads this request's answer. Default `nil`: the client's decoder.
  public var decoder: (any BodyDecoding)?
  /// How it is treated on its way.
  public var options: RequestOptions
  /// Whether a status means success. Default: 200 to 299.
  public var accepts: @Sendable (_ status: Int) -> Bool
  /// Reads the answer of an accepted status. Runs off the caller's actor.
  public var read: @Sendable (_ answer: Answer, _ decoder: any BodyDecoding) throws -> Response

  /// Makes a request in full. Use the static functions where one fits.
  public init(
    _ method: HTTPMethod, _ path: String, query: Parameters = [:], body: RequestBody = .none,
    read: @escaping @Sendable (Answer, any BodyDecoding) throws -> Response
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = [:]
    self.body = body
    self.options = RequestOptions()
    self.accepts = { (200...299).contains($0) }
    self.read = read
  }

  /// The same request with its response converted, off the caller's actor.
  ///
  /// In an argument write `Request.get(…).map(…)`: an implicit member chain must end in the type it began with.
  public func map<Other>(_ transform: @escaping @Sendable (Response) throws -> Other) -> Request<Other> {
    var other = Request<Other>(method, path, query: query, body: body) { [read] in try transform(read($0, $1)) }
    other.headers = headers
    other.host = host
    other.decoder = decoder
    other.options = options
    other.accepts = accepts
    return other
  }
}

/// What a request sends.
public enum RequestBody: Sendable {
  /// Nothing.
  case none
  /// A value, written by the client's encoder.
  case encoded(any Encodable & Sendable)
  /// Parameters, as `application/x-www-form-urlencoded`.
  case form(Parameters)
  /// Bytes with their type.
  case data(Data, contentType: String)
  /// Several parts, files streamed from disk.
  case multipart(Multipart)
  /// A file, streamed from disk.
  case file(URL, contentType: String)
  /// Bytes that are pulled; see ``UploadBody/stream(length:open:)``.
  case stream(UploadBody, contentType: String)
}
