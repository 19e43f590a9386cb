// Part of Strata.
// SPDX-License-Identifier: MIT

/// The responses that were used last, in memory, by the text of their key. A key without responses is known to have none.
struct Shelf: Sendable {
  private struct Place {
    var responses: [StoredResponse]
    var size: Int
    var used: Int
  }

  private let limit: Int
  private var places: [String: Place] = [:]
  private var size = 0
  private var turn = 0

  init(limit: Int) { self.limit = limit }

  /// The responses of a key; `nil` if nothing is known of it.
  mutating func responses(_ key: String) -> [StoredResponse]? {
    guard let index = places.index(forKey: key) else { return nil }
    turn += 1
    places.values[index].used = turn
    return places.values[index].responses
  }

  mutating func put(_ responses: [StoredResponse], for key: String) {
    remove(key)
    let size = responses.reduce(key.utf8.count + 64) { $0 + $1.size }
    guard size <= limit / 4 else { return }
    turn += 1
    places[key] = Place(responses: responses, size: size, used: turn)
    self.size += size
    if self.size > limit { shrink() }
  }

  mutating func remove(_ key: String) {
    if !places.isEmpty, let place = places.removeValue(forKey: key) { size -= place.size }
  }

  mutating func remove(where isGone: (String) -> Bool) {
    for key in places.keys.filter(isGone) { remove(key) }
  }

  /// Drops what was not used for longest until a quarter is free: seldom, so that it need not be fast.
  private mutating func shrink() {
    for (key, _) in places.sorted(by: { $0.value.used < $1.value.used }) {
      guard size > limit / 4 * 3 else { return }
      remove(key)
    }
  }
}
