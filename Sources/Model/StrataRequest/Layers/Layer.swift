// Part of Strata.
// SPDX-License-Identifier: MIT

/// What comes after a layer: the layers below it, and in the end the transport.
public typealias Next = @Sendable (TransportRequest) async throws -> TransportResponse

/// One step between a client and its transport: it may change the request, the answer, or answer itself.
///
/// The client's own layers run in one written order: interceptors, authentication, redirects, coalescing,
/// cache, retry, slot limit. Yours run as ``Client/Configuration/interceptors``, outermost, so that they see
/// every request in its final form and every answer, saved ones too.
///
/// ```swift
/// struct Signing: Layer {
///   func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
///     var request = request
///     request.headers["X-Signature"] = sign(request)
///     return try await next(request)
///   }
/// }
/// ```
///
/// A class isolated to the main actor must mark `respond` with `@MainActor` itself.
public protocol Layer: Sendable {
  /// Answers a request, normally by calling `next` once.
  ///
  /// - Throws: What `next` throws, or an error of its own, which reaches the caller as
  ///   ``RequestError/Reason-swift.enum/unexpected`` unless it is a `FailureConvertible` of another kind.
  func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse
}

/// A layer made of a closure.
///
/// ```swift
/// $0.interceptors = [.outgoing { $0.headers["X-App"] = "Bookshop" }]
/// ```
public struct ClosureLayer: Layer {
  private let body: @Sendable (TransportRequest, Next) async throws -> TransportResponse

  /// Makes a layer of a closure.
  public init(_ body: @escaping @Sendable (TransportRequest, Next) async throws -> TransportResponse) {
    self.body = body
  }

  /// Answers a request.
  public func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    try await body(request, next)
  }
}

extension Layer where Self == ClosureLayer {
  /// Changes each request before it leaves.
  public static func outgoing(_ change: @escaping @Sendable (inout TransportRequest) async throws -> Void) -> Self {
    ClosureLayer { request, next in
      var request = request
      try await change(&request)
      return try await next(request)
    }
  }

  /// Changes each answer before it is read.
  public static func incoming(_ change: @escaping @Sendable (inout TransportResponse) async throws -> Void) -> Self {
    ClosureLayer { request, next in
      var response = try await next(request)
      try await change(&response)
      return response
    }
  }
}

/// The layers and the transport as one function, put together once.
func chain(_ layers: [any Layer], _ transport: any Transporting) -> Next {
  var next: Next = { try await transport.exchange($0) }
  for layer in layers.reversed() {
    let below = next
    next = { try await layer.respond(to: $0, next: below) }
  }
  return next
}
