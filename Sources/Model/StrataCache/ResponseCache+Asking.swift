// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest

extension ResponseCache {
  /// Asks the server: whether what is stored is still right, if it can say, else for the whole.
  func ask(_ lookup: Lookup, _ stored: StoredResponse?, _ next: @escaping Next) async throws -> TransportResponse {
    let isValidating = stored.map { lookup.canValidate($0) } ?? false
    var outgoing = lookup.request
    if isValidating, let stored { outgoing.headers = Validators.validating(stored.headers, outgoing.headers) }
    let response: TransportResponse
    do {
      response = try await next(outgoing)
    } catch let error as TransportError {
      guard let stored, let answer = standIn(stored, lookup) else { throw error }
      return answer
    }
    if response.status == 304, isValidating, let stored {
      guard Validators.isAbout(stored.headers, response.headers) else {
        // It speaks of what the caller has, or of nothing that anybody asked about.
        return lookup.isConditional ? response : try await ask(lookup, nil, next)
      }
      return renewed(stored, lookup, response.headers)
    }
    if [500, 502, 503, 504].contains(response.status), let stored, let answer = standIn(stored, lookup) {
      return answer
    }
    if lookup.isHead { return checked(response, lookup) }
    return keeping(response, lookup)
  }

  /// Takes over what a 304 says (RFC 9111 section 4.3.4).
  private func renewed(_ stored: StoredResponse, _ lookup: Lookup, _ fresh: Headers) -> TransportResponse {
    let now = configuration.date()
    let updated = stored.updated(with: fresh, asked: lookup.now, received: now, guess: configuration.heuristics)
    let control = CacheControl(updated.headers)
    if lookup.terms.mayStore, !Storability.isForbidden(status: updated.status, updated.headers, control) {
      put(updated.row(for: lookup.key), lookup)
    }
    var after = lookup
    after.now = now
    return answer(updated, after, from: .revalidated)
      ?? TransportResponse(status: 304, headers: fresh, body: ResponseBody(Data()))
  }

  /// The stored response in place of a server that cannot answer, where that is allowed.
  private func standIn(_ stored: StoredResponse, _ lookup: Lookup) -> TransportResponse? {
    let now = configuration.date()
    guard Reuse.standsInForError(stored, lookup.request, at: now, allowed: configuration.staleIfError) else {
      return nil
    }
    return answer(stored, lookup, from: .stale)
  }

  /// Updates or drops the stored answers of GET by an answer to HEAD (RFC 9111 section 4.3.5).
  private func checked(_ response: TransportResponse, _ lookup: Lookup) -> TransportResponse {
    guard response.status == 200, lookup.terms.mayStore else { return response }
    let now = configuration.date()
    for stored in storage.responses(lookup.key) where stored.status == 200 && stored.suits(lookup.request) {
      let isSame = Validators.isUnchanged(stored.headers, response.headers)
      let updated =
        isSame
        ? stored.updated(with: response.headers, asked: lookup.now, received: now, guess: configuration.heuristics)
        : stored.expired(guess: configuration.heuristics)
      put(updated.row(for: lookup.key), lookup)
    }
    return response
  }

  /// The response, stored while its body is read, if it may be.
  func keeping(_ response: TransportResponse, _ lookup: Lookup) -> TransportResponse {
    let limit = min(configuration.itemLimit, storage.file.limits.item)
    let length = response.headers["Content-Length"].flatMap { Int($0) } ?? 0
    let control = CacheControl(response.headers)
    guard lookup.isKept(response.status, response.headers, control), length <= limit else { return response }
    let received = configuration.date()
    response.body.whenWhole(upTo: limit) { [self] body in
      let row = lookup.row(response.status, response.headers, control, body, received: received)
      put(row, lookup)
    }
    return response
  }

  /// Validates a stale response beside its request, once at a time (RFC 5861 section 3).
  func refresh(_ stored: StoredResponse, _ lookup: Lookup, _ next: @escaping Next) {
    let row = lookup.key.text + stored.variant
    var asking = lookup
    asking.request.options.delivery = .server
    refreshes.withLock { running in
      guard running.tasks[row] == nil else { return }
      running.tasks[row] = Task(priority: .utility) { [asking] in
        // A failure leaves what is stored, which is asked about again.
        if let response = try? await self.ask(asking, stored, next) {
          _ = try? await response.body.collect(upTo: self.configuration.itemLimit)
        }
        self.refreshes.withLock { $0.tasks[row] = nil }
      }
    }
  }
}

extension StoredResponse {
  /// The same response, older than any limit.
  fileprivate func expired(guess: Heuristics) -> StoredResponse {
    let longAgo = Date(timeIntervalSince1970: 0)
    return StoredResponse(
      status: status, headers: headers, body: body, asked: longAgo, received: longAgo, selectors: selectors,
      version: version, guess: guess)
  }
}
