// Part of Strata.
// SPDX-License-Identifier: MIT

/// A few regions in memory, for previews and tests.
public struct ScriptedRegions: RegionReading {
  /// Makes regions.
  public init() {}

  /// What lies in a region.
  public func regions(in parent: Region?) async throws -> [Region] {
    Self.tree[parent?.code ?? ""]?.map { Region(code: $0, name: $1) } ?? []
  }

  static let tree: [String: [(String, String)]] = [
    "": [("310000", "Shanghai"), ("330000", "Zhejiang")],
    "310000": [("310100", "Shanghai")],
    "310100": [("310101", "Huangpu"), ("310106", "Jing'an")],
    "330000": [("330100", "Hangzhou"), ("330200", "Ningbo")],
    "330100": [("330102", "Shangcheng"), ("330106", "Xihu")],
    "330200": [("330203", "Haishu"), ("330205", "Jiangbei")],
  ]
}
