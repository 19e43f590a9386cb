// Part of Strata.
// SPDX-License-Identifier: MIT

/// The flat form of a document: 32-bit words in the document's order.
///
/// - number, `true`, `false`, `null`: where it begins
/// - string: where it begins, its length in bytes
/// - list: where it begins, the word after it, its count; then its elements
/// - object: the same; then, for each member, where its name begins, and its value
///
/// What a value is, the byte where it begins says. The highest bit of a string's first word marks escapes.
/// It belongs to one decoding, and is freed with it.
final class Tape {
  /// Marks a string with escapes.
  static let escaped: UInt32 = 1 << 31
  /// The bits that hold an offset.
  static let offsets: UInt32 = escaped - 1

  private(set) var words: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    words = .allocate(capacity: capacity)
  }

  deinit { words.deallocate() }

  @inline(__always) func append(_ word: UInt32) {
    if count == capacity { grow() }
    words[count] = word
    count += 1
  }

  private func grow() {
    capacity += capacity / 2
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    larger.update(from: words, count: count)
    words.deallocate()
    words = larger
  }
}
