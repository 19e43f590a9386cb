// Part of Strata.
// SPDX-License-Identifier: MIT

/// A cache that can answer some requests at once: they need no deadline, no shared exchange and no other task.
package protocol AnsweringAtOnce: Layer {
  /// The answer that is here now; `nil` for a request that must go the long way, with what was worked out of it for
  /// ``RequestOptions/cacheNote``.
  func answerAtOnce(_ request: inout TransportRequest) -> TransportResponse?
}

/// Stands above coalescing, where requests still have layers above them.
struct AtOnce: Layer {
  let cache: any AnsweringAtOnce

  func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    var request = request
    if !Task.isCancelled, let response = cache.answerAtOnce(&request) { return response }
    return try await next(request)
  }
}
