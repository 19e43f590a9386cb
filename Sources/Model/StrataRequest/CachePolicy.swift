// Part of Strata.
// SPDX-License-Identifier: MIT

/// What a client's cache may do for a request.
///
/// Without a cache (``Client/Configuration/cache``) every policy but ``cacheOnly`` asks the server.
///
/// ```swift
/// .get("/books", returning: [Book].self).cached(.cacheElseNetwork(maxAge: .seconds(600)))
/// ```
public enum CachePolicy: Hashable, Sendable {
  /// What the answer's own headers say (RFC 9111).
  case http
  /// Neither read nor stored.
  case networkOnly
  /// Not read, but stored.
  case reload
  /// A saved answer not older than this, else the server's. A `maxAge` of zero stores nothing.
  case cacheElseNetwork(maxAge: Duration)
  /// A saved answer not older than this, then the server's: both through `Client.deliveries`; `Client.send` takes the first it gets.
  case cacheThenNetwork(maxAge: Duration)
  /// A saved answer, however old; none is an error.
  case cacheOnly
}
