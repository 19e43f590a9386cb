// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import StrataContract

/// Sends one request and streams the answer; everything else is a layer above it.
///
/// A transport follows no redirect, retries nothing, keeps no cookies and caches nothing.
/// It decodes what it asked to be encoded, and then takes `Content-Encoding` and `Content-Length` away.
///
/// ```swift
/// let response = try await transport.exchange(TransportRequest(.get, url))
/// for try await chunk in response.body { file.write(chunk) }
/// ```
public protocol Transporting: Sendable {
  /// Returns when the head of the answer is here; the body is pulled.
  ///
  /// Cancelling the task, here or while it waits for a chunk, ends the exchange at once; so does
  /// releasing the body early.
  ///
  /// - Throws: ``TransportError``, or `CancellationError`.
  func exchange(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request in its final form: an absolute URL, all headers, and what the layers need to know.
///
/// Safe to use from any task.
public struct TransportRequest: Sendable {
  /// The verb.
  public var method: HTTPMethod
  /// Where it goes: absolute, `http` or `https`.
  public var url: URL
  /// All headers.
  public var headers: Headers
  /// The body; `nil` for none.
  public var body: UploadBody?
  /// How layers and transport treat it.
  public var options: RequestOptions

  /// Makes a request. Defaults: no headers, no body, ``RequestOptions/init()``.
  public init(
    _ method: HTTPMethod, _ url: URL, headers: Headers = [:], body: UploadBody? = nil, options: RequestOptions = .init()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.options = options
  }

  /// The URL as a log may show it: secrets as `***`.
  public var loggedURL: String { options.redaction.text(of: url) }

  /// Whether sending it again cannot do more than sending it once: by its method, or by a key the server honours.
  public var isReplayable: Bool { method.isIdempotent || headers[RequestOptions.idempotencyHeader] != nil }
}

/// A body to send.
public enum UploadBody: Sendable {
  /// Bytes in memory.
  case data(Data)
  /// Bytes that are pulled, with their number if it is known (else they go out chunked). It must be exact: a stream
  /// that gives more or less fails as ``TransportError/Kind-swift.enum/invalidRequest``.
  ///
  /// `open` is called for each attempt and gives the function that returns the next chunk, or `nil` at the end.
  case stream(length: Int?, open: @Sendable () async throws -> @Sendable () async throws -> Data?)
  /// A file, read as it is sent.
  case file(URL)

  /// Whether its bytes come from code of others.
  var isStream: Bool { if case .stream = self { true } else { false } }

  /// How many bytes, if that is known.
  public var length: Int? {
    switch self {
    case .data(let data): data.count
    case .stream(let length, _): length
    case .file(let url): url.fileSize
    }
  }
}

/// The head of an answer, and its body to pull.
public struct TransportResponse: Sendable {
  /// The status code, 200 to 599.
  public var status: Int
  /// The headers.
  public var headers: Headers
  /// The body.
  public var body: ResponseBody
  /// Where it came from. Default: the network.
  public var origin: Origin

  /// Makes an answer.
  public init(status: Int, headers: Headers = [:], body: ResponseBody, origin: Origin = .network) {
    self.status = status
    self.headers = headers
    self.body = body
    self.origin = origin
  }
}
