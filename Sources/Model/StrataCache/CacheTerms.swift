// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest

/// What a request says to the cache, worked out once: where its answers are, and what may be done with them.
final class CacheTerms: Sendable {
  let key: CacheKey
  let scope: CacheScope
  let version: String
  /// What its own `Cache-Control` says.
  let wishes: CacheControl
  /// Whether it has a rule of the app's own.
  let hasAppRule: Bool
  /// Whether it only reads: by its method, or because the app gave it a rule for being stored. What replaces,
  /// changes or removes never is.
  let isRead: Bool
  /// Whether something stored may be its answer, or may be what the server is asked about.
  let mayRead: Bool
  /// Whether its answer may be stored, as far as the request says. A maximal age of zero stores nothing.
  let mayStore: Bool

  init(_ request: TransportRequest, _ key: CacheKey, _ scope: CacheScope, version: String) {
    (self.key, self.scope, self.version) = (key, scope, version)
    wishes = CacheControl(request.headers)
    let (method, rule) = (request.method, request.options.cache)
    hasAppRule =
      switch rule {
      case .http, .networkOnly: false
      case .reload, .cacheElseNetwork, .cacheThenNetwork, .cacheOnly: true
      }
    isRead = method.isSafe || hasAppRule && method != .put && method != .patch && method != .delete
    // OPTIONS and TRACE have no place.
    let hasPlace = method == .get || method == .head || hasAppRule && !method.isSafe
    let isOff =
      switch rule {
      case .networkOnly: true
      case .cacheElseNetwork(let limit), .cacheThenNetwork(let limit): limit <= .zero
      case .http, .cacheOnly, .reload: false
      }
    mayStore = hasPlace && !isOff && !wishes.has("no-store")
    mayRead =
      mayStore && (rule != .reload || request.options.delivery == .server) && !request.headers.asksAboutItself
  }
}

extension Headers {
  /// Whether they ask for an answer only under a condition that no stored answer can meet.
  fileprivate var asksAboutItself: Bool {
    self["If-Match"] != nil || self["If-Unmodified-Since"] != nil || self["If-Range"] != nil
  }
}
