// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
public import StrataRequest

extension ResponseCache {
  /// Answers a request from what is stored, or asks and stores.
  ///
  /// - Throws: What `next` throws.
  @concurrent public func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse
  {
    guard let lookup = lookup(request) else { return try await passing(request, next) }
    if let answer = request.options.answerToSave { return save(answer, lookup) }
    guard lookup.isRead else { return try await writing(lookup, next) }
    guard lookup.mayRead || lookup.mayStore else { return try await next(request) }
    let stored = lookup.mayRead ? lookup.choose(storage.responses(lookup.key)) : nil
    if let stored {
      switch Reuse.verdict(stored, request, at: lookup.now) {
      case .use(let origin):
        if let answer = answer(stored, lookup, from: origin) { return answer }
      case .useAndRefresh:
        if let answer = answer(stored, lookup, from: .stale) {
          refresh(stored, lookup, next)
          return answer
        }
      case .ask: break
      }
    }
    if lookup.wishes.has("only-if-cached"), request.options.cache == .http {
      // RFC 9111 section 5.2.1.7
      return TransportResponse(status: 504, body: ResponseBody(Data()), origin: .cache)
    }
    storage.count { $0.misses += 1 }
    return try await ask(lookup, stored, next)
  }

  /// The stored answer, where nothing else is to be done.
  package func answerAtOnce(_ request: TransportRequest) -> TransportResponse? {
    guard request.options.answerToSave == nil, let lookup = lookup(request), lookup.isRead, lookup.mayRead,
      let stored = lookup.choose(storage.responses(lookup.key)),
      case .use(let origin) = Reuse.verdict(stored, request, at: lookup.now)
    else { return nil }
    return answer(stored, lookup, from: origin)
  }

  /// What is to be done with a request; `nil` for one that leaves no trace.
  func lookup(_ request: TransportRequest) -> Lookup? {
    let scope = configuration.scope()
    var key: CacheKey?
    if let filter = configuration.keyFilter {
      var keyed = request
      filter(&keyed)
      key = CacheKey(keyed, scope: scope, ignoring: configuration.ignoredParameters)
    } else {
      key = CacheKey(request, scope: scope, ignoring: configuration.ignoredParameters)
    }
    guard let key else { return nil }
    return Lookup(
      request: request, key: key, now: configuration.date(), turn: storage.turn,
      version: request.options.cacheVersion == 0 ? version : "\(configuration.version)/\(request.options.cacheVersion)")
  }

  /// A request with a body that streams, or with a password in its address: never stored, but it may change something.
  private func passing(_ request: TransportRequest, _ next: Next) async throws -> TransportResponse {
    let response = try await next(request)
    await invalidate(after: request, response)
    return response
  }

  /// A request that may change something (RFC 9111 section 4.4).
  private func writing(_ lookup: Lookup, _ next: Next) async throws -> TransportResponse {
    let response = try await next(lookup.request)
    await invalidate(after: lookup.request, response)
    guard Invalidation.isRepresentation(lookup.request, status: response.status, response.headers) else {
      return response
    }
    var reading = lookup.request
    (reading.method, reading.body) = (.get, nil)
    guard var later = self.lookup(reading), later.mayStore else { return response }
    later.now = lookup.now
    return keeping(response, later)
  }

  private func invalidate(after request: TransportRequest, _ response: TransportResponse) async {
    for address in Invalidation.addresses(request, status: response.status, response.headers) {
      var target = request
      (target.url, target.body) = (address, nil)
      guard let key = lookup(target)?.key else { continue }
      await storage.invalidate(key.addressPrefix)
    }
  }

  /// Answers with what is stored; `nil` if a range of it is wanted that is not there.
  func answer(_ stored: StoredResponse, _ lookup: Lookup, from origin: Origin) -> TransportResponse? {
    guard var response = lookup.response(stored) else { return nil }
    response.origin = origin
    storage.use(stored, lookup.key, at: lookup.now) { counts in
      switch origin {
      case .cache, .network: counts.hits += 1
      case .stale: counts.stale += 1
      case .revalidated: counts.revalidated += 1
      }
    }
    return response
  }

  /// Keeps an answer that the app brings (L2-22).
  private func save(_ answer: Answer, _ lookup: Lookup) -> TransportResponse {
    let stored = lookup.stored(
      answer.status, answer.headers, answer.body, received: lookup.now, configuration.heuristics)
    storage.put(stored, for: lookup.key, askedIn: lookup.turn)
    return TransportResponse(
      status: answer.status, headers: answer.headers, body: ResponseBody(answer.body), origin: .cache)
  }
}
