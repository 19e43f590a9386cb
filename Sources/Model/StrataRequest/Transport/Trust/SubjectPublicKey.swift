// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation

/// Finds the public key in a certificate: what a pin is the hash of.
///
/// Systems give the key without its algorithm, so its hash would differ from the one that everybody else computes.
package enum SubjectPublicKey {
  /// The SubjectPublicKeyInfo of an X.509 certificate (RFC 5280 section 4.1), in DER both; `nil` if it is none.
  package static func find(in certificate: Data) -> Data? {
    var outer = DERReader(certificate[...])
    guard var whole = outer.contents(of: DERReader.sequence), var signed = whole.contents(of: DERReader.sequence)
    else { return nil }
    if signed.peek == 0xA0 { signed.skip() }  // version
    for _ in 0..<5 { signed.skip() }  // serial number, algorithm, issuer, validity, subject
    guard signed.peek == DERReader.sequence else { return nil }
    return signed.element()
  }
}

/// Reads one DER element after the other (X.690 section 8.1).
private struct DERReader {
  static let sequence: UInt8 = 0x30
  private var rest: Data

  init(_ data: Data) { rest = data }

  var peek: UInt8? { rest.first }

  mutating func skip() { _ = take() }

  /// The next element, its head included.
  mutating func element() -> Data? { take().map { Data($0.whole) } }

  /// What is inside the next element, if it has a tag.
  mutating func contents(of tag: UInt8) -> DERReader? {
    guard peek == tag, let taken = take() else { return nil }
    return DERReader(taken.contents)
  }

  /// Takes the next element; nothing is left of one that is damaged.
  private mutating func take() -> (whole: Data, contents: Data)? {
    let start = rest.startIndex
    guard rest.count >= 2 else { return fail() }
    var position = start + 2
    var length = Int(rest[start + 1])
    if length >= 0x80 {
      let count = length & 0x7F
      guard (1...4).contains(count), rest.count >= 2 + count else { return fail() }
      length = rest[position..<(position + count)].reduce(0) { $0 << 8 | Int($1) }
      position += count
    }
    guard length <= rest.endIndex - position else { return fail() }
    let end = position + length
    defer { rest = rest[end...] }
    return (rest[start..<end], rest[position..<end])
  }

  private mutating func fail() -> (whole: Data, contents: Data)? {
    rest = Data()
    return nil
  }
}
