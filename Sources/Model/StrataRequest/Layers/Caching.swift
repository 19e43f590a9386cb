// Part of Strata.
// SPDX-License-Identifier: MIT

/// A layer that keeps answers, and may give some of them before anything else is done for a request.
///
/// `ResponseCache` of StrataCache is one. Conform a type of your own to keep answers elsewhere, and give it to
/// ``Client/Configuration/cache``:
///
/// ```swift
/// struct Canned: Caching {
///   let answers: [URL: Data]
///   func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
///     switch request.options.cache {
///     case .networkOnly, .reload: return try await next(request)
///     case .http, .cacheElseNetwork, .cacheThenNetwork, .cacheOnly: break
///     }
///     guard let saved = answers[request.url] else { return try await next(request) }
///     return TransportResponse(status: 200, body: ResponseBody(saved), origin: .cache)
///   }
/// }
/// ```
///
/// It follows each request's policy (`request.options.cache`): `networkOnly` and `reload` go to the server, also as the
/// second half of `Client.deliveries`. What it has nothing for goes to `next`, which throws `notCached` where the
/// server may not be asked. `Client.save` works with `ResponseCache` alone.
///
/// Its functions are called from any task.
public protocol Caching: Layer {
  /// Sees every request first, before credentials and layers: note here who sends it. It must not wait. Default:
  /// nothing.
  func willSend(_ request: inout TransportRequest)

  /// The answer that is here now and needs nothing else; `nil` for a request that must go the long way, which then
  /// takes the request as it was left here. It must not wait. Default: `nil`.
  func answerAtOnce(_ request: inout TransportRequest) -> TransportResponse?

  /// Whether `respond` waits for nothing but `next`: then a request's deadline needs no task of its own to end it.
  /// Default `false`.
  var waitsOnlyForNext: Bool { get }
}

extension Caching {
  /// Nothing.
  public func willSend(_ request: inout TransportRequest) {}

  /// No answer.
  public func answerAtOnce(_ request: inout TransportRequest) -> TransportResponse? { nil }

  /// It may wait for something else.
  public var waitsOnlyForNext: Bool { false }
}

/// Stands above coalescing, where requests still have layers above them.
struct AtOnce: Layer {
  let cache: any Caching

  func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    var request = request
    if !Task.isCancelled, let response = cache.answerAtOnce(&request) { return response }
    return try await next(request)
  }
}
