#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

/// Where a place in a text is after the text was replaced, in GTK's unit: Unicode scalars.
struct TextChange {
  private let oldCount: Int
  private let newCount: Int
  private let prefix: Int
  private let suffix: Int

  init(from old: String, to new: String) {
    let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - prefix
    suffix = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(rest).count
    self.prefix = prefix
    (oldCount, newCount) = (old.count, new.count)
  }

  /// The place that was `place`: with the text before it, or with the text after it, as far as they are the same.
  func moved(_ place: Int) -> Int {
    if place <= prefix { return place }
    if place >= oldCount - suffix { return place + newCount - oldCount }
    return min(place, newCount - suffix)
  }
}
#endif
