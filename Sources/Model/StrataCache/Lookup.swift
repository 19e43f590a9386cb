// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest

/// One request on its way through the cache.
struct Lookup: Sendable {
  var request: TransportRequest
  let key: CacheKey
  /// When it came.
  var now: Date
  /// The storage's turn when it came.
  let turn: Int
  let version: String

  var isHead: Bool { request.method == .head }
  var wishes: CacheControl { CacheControl(request.headers) }

  /// Whether it has a rule of the app's own.
  private var hasAppRule: Bool {
    switch request.options.cache {
    case .http, .networkOnly: false
    case .reload, .cacheElseNetwork, .cacheThenNetwork, .cacheOnly: true
    }
  }

  /// Whether it only reads: by its method, or because the app gave it a rule for being stored. What replaces,
  /// changes or removes never is.
  var isRead: Bool {
    request.method.isSafe || hasAppRule && ![.put, .patch, .delete].contains(request.method)
  }

  /// Whether its answers have a place at all: OPTIONS and TRACE have none.
  private var hasPlace: Bool { [.get, .head].contains(request.method) || hasAppRule && !request.method.isSafe }

  /// Whether something stored may be its answer, or may be what the server is asked about.
  var mayRead: Bool {
    switch request.options.cache {
    case .networkOnly: return false
    case .reload: if request.options.delivery != .server { return false }
    case .cacheElseNetwork(let limit), .cacheThenNetwork(let limit): if limit <= .zero { return false }
    case .http, .cacheOnly: break
    }
    let asksAboutItself = ["If-Match", "If-Unmodified-Since", "If-Range"].contains { request.headers[$0] != nil }
    return hasPlace && !wishes.has("no-store") && !asksAboutItself
  }

  /// Whether its answer may be stored, as far as the request says. A maximal age of zero stores nothing.
  var mayStore: Bool {
    switch request.options.cache {
    case .networkOnly: return false
    case .cacheElseNetwork(let limit), .cacheThenNetwork(let limit): if limit <= .zero { return false }
    case .http, .cacheOnly, .reload: break
    }
    return hasPlace && !wishes.has("no-store")
  }

  /// Whether the caller asks under a condition of its own.
  var isConditional: Bool { Validators.conditions.contains { request.headers[$0] != nil } }

  /// The newest stored response that suits.
  func choose(_ responses: [StoredResponse]) -> StoredResponse? {
    let range = request.headers["Range"].map { ByteRange($0) }
    return responses.last { response in
      guard response.version == version, response.suits(request) else { return false }
      guard let range else { return response.status != 206 }
      // A range that cannot be read, or of another kind, is the server's to answer.
      guard let range, response.status == 200 || response.status == 206 else { return false }
      return response.part(range) != nil
    }
  }

  /// Whether the server can say that a stored response is still right.
  func canValidate(_ stored: StoredResponse) -> Bool {
    !isHead && request.headers["Range"] == nil && Validators.canValidate(stored.headers)
  }

  /// Whether an answer is stored: as HTTP says, or because the app gave a rule and it is a success.
  func isKept(_ status: Int, _ headers: Headers) -> Bool {
    guard mayStore, !isHead else { return false }
    let control = CacheControl(headers)
    if Storability.isForbidden(status: status, headers, control) { return false }
    if status == 206 {
      guard request.method == .get, headers["Content-Range"].flatMap({ ContentRange($0) }) != nil else { return false }
    } else if hasAppRule, (200...299).contains(status) {
      return true
    }
    return request.method == .get && Storability.isAllowed(status: status, headers, control)
  }

  /// A response as it is kept.
  func stored(
    _ status: Int, _ headers: Headers, _ body: Data, received: Date, _ guess: Heuristics
  ) -> StoredResponse {
    StoredResponse(
      status: status, headers: StoredFields.stored(headers, CacheControl(headers)), body: body, asked: now,
      received: received, selectors: StoredResponse.selectors(headers, of: request), version: version, guess: guess)
  }

  /// The answer that a stored response gives: with its age, under the caller's condition, in the range it wants.
  func response(_ stored: StoredResponse) -> TransportResponse? {
    var headers = stored.headers
    let age = String(Int(stored.age(at: now)))
    // NB: an answer seldom comes with an age, and adding a line costs less than replacing one.
    if headers["Age"] == nil { headers.append("Age", age) } else { headers["Age"] = age }
    var (status, body) = (stored.status, stored.body)
    if isConditional, Validators.isKnown(stored.headers, to: request.headers, received: stored.received) {
      (status, headers, body) = (304, Validators.notModified(headers), Data())
    } else if let wanted = request.headers["Range"].flatMap({ ByteRange($0) }) {
      guard let part = stored.part(wanted) else { return nil }
      (status, body) = (206, part.body)
      headers["Content-Range"] = part.range.description
      headers["Content-Length"] = String(part.body.count)
    }
    if isHead { body = Data() }
    return TransportResponse(status: status, headers: headers, body: ResponseBody(body))
  }
}

extension StoredResponse {
  /// The bytes of a wanted range, if they are here.
  func part(_ wanted: ByteRange) -> (range: ContentRange, body: Data)? {
    let range =
      status == 206
      ? headers["Content-Range"].flatMap { ContentRange($0) }
      : body.isEmpty ? nil : ContentRange(first: 0, last: body.count - 1, total: body.count)
    return range?.part(wanted, of: body)
  }
}
