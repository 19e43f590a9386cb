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
    guard let terms = request.options.cacheNote as? CacheTerms ?? terms(request) else {
      // A body that streams, or a password in the address: never stored, but it may change something.
      return try await changing(request, next)
    }
    let lookup = lookup(request, terms)
    if let answer = request.options.answerToSave { return save(answer, lookup) }
    guard terms.isRead else { return try await writing(lookup, next) }
    guard terms.mayStore else { return try await next(request) }
    let stored = terms.mayRead ? lookup.choose(storage.responses(lookup.key)) : nil
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
    if terms.wishes.has("only-if-cached"), request.options.cache == .http {
      // RFC 9111 section 5.2.1.7
      return TransportResponse(status: 504, body: ResponseBody(Data()), origin: .cache)
    }
    storage.count { $0.misses += 1 }
    return try await ask(lookup, stored, next)
  }

  /// Notes whose request it is: another user may sign in while it is on its way.
  public func willSend(_ request: inout TransportRequest) {
    request.options.cacheScope = CacheScope(name: configuration.scope())
  }

  /// The stored answer, where nothing else is to be done.
  public func answerAtOnce(_ request: inout TransportRequest) -> TransportResponse? {
    guard request.options.answerToSave == nil, let terms = terms(request) else { return nil }
    request.options.cacheNote = terms
    guard terms.isRead, terms.mayRead else { return nil }
    let responses = storage.responses(terms.key)
    guard !responses.isEmpty else { return nil }
    let lookup = lookup(request, terms)
    guard let stored = lookup.choose(responses),
      case .use(let origin) = Reuse.verdict(stored, request, at: lookup.now)
    else { return nil }
    return answer(stored, lookup, from: origin)
  }

  private func lookup(_ request: TransportRequest, _ terms: CacheTerms) -> Lookup {
    Lookup(request: request, terms: terms, now: configuration.date(), turn: storage.turn)
  }

  /// What a request says to the cache; `nil` for one that leaves no trace.
  private func terms(_ request: TransportRequest) -> CacheTerms? {
    let scope = request.options.cacheScope ?? CacheScope(name: configuration.scope())
    var key: CacheKey?
    if let filter = configuration.keyFilter {
      var keyed = request
      filter(&keyed)
      key = CacheKey(keyed, scope: scope.name, ignoring: configuration.ignoredParameters)
    } else {
      key = CacheKey(request, scope: scope.name, ignoring: configuration.ignoredParameters)
    }
    guard let key else { return nil }
    return CacheTerms(
      request, key, scope,
      version: request.options.cacheVersion == 0 ? version : "\(configuration.version)/\(request.options.cacheVersion)")
  }

  /// A request that may change something (RFC 9111 section 4.4).
  private func writing(_ lookup: Lookup, _ next: Next) async throws -> TransportResponse {
    let response = try await changing(lookup.request, next)
    guard Invalidation.isRepresentation(lookup.request, status: response.status, response.headers) else {
      return response
    }
    var reading = lookup.request
    (reading.method, reading.body) = (.get, nil)
    guard let terms = terms(reading), terms.mayStore else { return response }
    return keeping(response, Lookup(request: reading, terms: terms, now: lookup.now, turn: storage.turn))
  }

  /// Forgets what a request makes worthless; also where its answer was cut off, because then the server may have done it.
  private func changing(_ request: TransportRequest, _ next: Next) async throws -> TransportResponse {
    do {
      let response = try await next(request)
      await invalidate(after: request, status: response.status, response.headers)
      return response
    } catch let error as TransportError where error.kind == .interrupted || error.kind == .malformed {
      await invalidate(after: request, status: 200, [:])
      throw error
    }
  }

  private func invalidate(after request: TransportRequest, status: Int, _ headers: Headers) async {
    for address in Invalidation.addresses(request, status: status, headers) {
      var target = request
      (target.url, target.body) = (address, nil)
      guard let key = terms(target)?.key else { continue }
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

  /// Stores a response, unless another user has signed in since it was asked for: then nobody knows whose it is.
  func put(_ row: ResponseRow, _ lookup: Lookup) {
    guard configuration.scope() == lookup.terms.scope.name else { return }
    storage.put(row, for: lookup.key, askedIn: lookup.turn)
  }

  /// Keeps an answer that the app brings (L2-22).
  private func save(_ answer: Answer, _ lookup: Lookup) -> TransportResponse {
    let row = lookup.row(answer.status, answer.headers, CacheControl(answer.headers), answer.body, received: lookup.now)
    put(row, lookup)
    return TransportResponse(
      status: answer.status, headers: answer.headers, body: ResponseBody(answer.body), origin: .cache)
  }
}
