// Part of Strata.
// SPDX-License-Identifier: MIT

/// Rules that nobody changes any more, shared by all values they hold for.
final class ResolvedRules: Sendable {
  let rules: MappingRules
  let repairs: MappingRepairs
  /// Whether they were given for the member or the place, and so win over those of the value's type.
  let isOwn: Bool

  init(_ rules: MappingRules, isOwn: Bool = false) {
    self.rules = rules
    self.isOwn = isOwn
    repairs = rules.repairs
  }

  /// The rules after a change.
  func changed(isOwn: Bool, _ changes: [@Sendable (inout MappingRules) -> Void]) -> ResolvedRules {
    if changes.isEmpty { return self }
    var copy = rules
    for change in changes { change(&copy) }
    return ResolvedRules(copy, isOwn: isOwn || self.isOwn)
  }
}

/// The rules of places in the document, as a tree of names.
final class PlaceRules: Sendable {
  let changes: [@Sendable (inout MappingRules) -> Void]
  private let children: [String: PlaceRules]

  init(_ places: [MappingPolicy.Place], inherited: [@Sendable (inout MappingRules) -> Void] = []) {
    let changes = inherited + places.filter(\.names.isEmpty).map(\.change)
    let deeper = Dictionary(grouping: places.filter { !$0.names.isEmpty }) { $0.names[0] }
    self.changes = changes
    children = deeper.mapValues { places in
      PlaceRules(
        places.map { .init(names: Array($0.names.dropFirst()), change: $0.change) }, inherited: changes)
    }
  }

  /// The rules below a name; `nil` if there are none.
  func child(_ name: String) -> PlaceRules? {
    children[name] ?? (changes.isEmpty ? nil : PlaceRules([], inherited: changes))
  }
}
