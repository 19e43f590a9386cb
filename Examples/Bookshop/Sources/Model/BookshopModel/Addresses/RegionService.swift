// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataRequest

/// The regions at the shop's server. They hardly ever change: one that was asked for is not asked for again for a day.
public struct RegionService: RegionReading {
  private let client: Client

  /// Makes the service.
  ///
  /// - Parameter client: Asks the server, and has a cache.
  public init(client: Client) { self.client = client }

  /// The kept answer of the last day, or else the server's.
  public func regions(in parent: Region?) async throws -> [Region] {
    let query: Parameters = parent.map { ["in": $0.code] } ?? [:]
    return try await client.send(
      Request<[Region]>.get("/v2/regions", query: query).cached(.cacheElseNetwork(maxAge: .seconds(86_400))))
  }
}
