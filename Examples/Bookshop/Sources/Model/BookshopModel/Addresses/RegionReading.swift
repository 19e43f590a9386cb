// Part of Strata.
// SPDX-License-Identifier: MIT

/// Reads the country's regions, level by level.
public protocol RegionReading: Sendable {
  /// What lies in a region; the provinces for `nil`, nothing in a district.
  func regions(in parent: Region?) async throws -> [Region]
}
