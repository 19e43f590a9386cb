// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest

/// One request on its way through the cache.
struct Lookup: Sendable {
  var request: TransportRequest
  let terms: CacheTerms
  /// When it came.
  var now: Date
  /// The storage's turn when it came.
  let turn: Int

  var key: CacheKey { terms.key }
  var isHead: Bool { request.method == .head }

  /// Whether the caller asks under a condition of its own.
  var isConditional: Bool { Validators.conditions.contains { request.headers[$0] != nil } }

  /// The newest stored response that suits.
  func choose(_ responses: [StoredResponse]) -> StoredResponse? {
    let range = request.headers["Range"].map { ByteRange($0) }
    return responses.last { response in
      guard response.version == terms.version, response.suits(request) else { return false }
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
  func isKept(_ status: Int, _ headers: Headers, _ control: CacheControl) -> Bool {
    guard terms.mayStore, !isHead else { return false }
    if Storability.isForbidden(status: status, headers, control) { return false }
    if status == 206 {
      guard request.method == .get, headers["Content-Range"].flatMap({ ContentRange($0) }) != nil else { return false }
    } else if terms.hasAppRule, (200...299).contains(status) {
      return true
    }
    return request.method == .get && Storability.isAllowed(status: status, headers, control)
  }

  /// A response as it is kept.
  func row(_ status: Int, _ headers: Headers, _ control: CacheControl, _ body: Data, received: Date) -> ResponseRow {
    ResponseRow(
      for: key, status: status, headers: StoredFields.stored(headers, control), body: body, asked: now,
      received: received, selectors: StoredResponse.selectors(headers, of: request), version: terms.version)
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
