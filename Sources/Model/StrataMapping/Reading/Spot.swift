// Part of Strata.
// SPDX-License-Identifier: MIT

/// One value of a document on its way into a model: where it stands, and the rules it is read by.
struct Spot {
  /// The step from what holds it.
  enum Key {
    case root
    case name(String)
    case index(Int)
    case steps(MappingPath)
  }

  let parent: Scope?
  let key: Key
  let node: Int
  let rules: ResolvedRules
  /// The rules of places below; `nil` almost always.
  let places: PlaceRules?

  /// The same value under other rules.
  func with(_ rules: ResolvedRules) -> Spot {
    Spot(parent: parent, key: key, node: node, rules: rules, places: places)
  }

  /// The value, or what should hold it where it is missing.
  var anchor: Int { node >= 0 ? node : max(parent?.node ?? 0, 0) }

  /// Where it stands in the document.
  var path: MappingPath { Scope.path(parent, key) }
}
