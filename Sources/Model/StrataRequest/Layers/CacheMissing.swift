// Part of Strata.
// SPDX-License-Identifier: MIT

/// Stands below the cache: what may only come from there and was not there ends here.
struct CacheMissing: Layer {
  func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    let options = request.options
    guard options.cache != .cacheOnly, options.delivery != .saved, options.answerToSave == nil else {
      throw NotCached()
    }
    return try await next(request)
  }
}

/// A request that may only be answered by the cache was not.
struct NotCached: Error {}
