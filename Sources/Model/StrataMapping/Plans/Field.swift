// Part of Strata.
// SPDX-License-Identifier: MIT

/// One member of a model with its names in the document, resolved once.
final class Field: Sendable {
  /// The coding key.
  let name: String
  /// Where it may stand, the first one first.
  let routes: [MappingPath]
  let rules: ResolvedRules
  let isIgnored: Bool
  let fallback: (any Sendable)?

  init(_ name: String, _ member: MappingPolicy.Member?, in type: ResolvedRules) {
    self.name = name
    let asWritten = MappingPath([.name(name)])
    switch (member?.names ?? [], type.rules.names) {
    case (let names, _) where !names.isEmpty: routes = names
    case (_, .asWritten): routes = [asWritten]
    case (_, .snakeCase):
      let snake = MappingPath([.name(SnakeCase.name(name))])
      routes = snake == asWritten ? [asWritten] : [snake, asWritten]
    }
    rules = type.changed(isOwn: true, member?.change.map { [$0] } ?? [])
    isIgnored = member?.isIgnored ?? false
    fallback = member?.fallback
  }
}

/// Names of Swift members in the style of many servers.
enum SnakeCase {
  /// `imageURL` is `image_url`, `URLString` is `url_string`, `line2` stays `line2`.
  static func name(_ name: String) -> String {
    let characters = Array(name)
    var result = ""
    for (index, character) in characters.enumerated() {
      if character.isUppercase, index > 0, characters[index - 1] != "_" {
        let followsSmall = !characters[index - 1].isUppercase
        let endsRun = index + 1 < characters.count && characters[index + 1].isLowercase
        if followsSmall || endsRun { result += "_" }
      }
      result += character.lowercased()
    }
    return result
  }
}
