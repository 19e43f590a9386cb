// Part of Strata.
// SPDX-License-Identifier: MIT

/// A password as it is kept: salted and stretched (PBKDF2 with HMAC-SHA-256, RFC 8018, section 5.2).
package struct PasswordHash: Sendable {
  private let salt: [UInt8]
  private let rounds: Int
  private let digest: [UInt8]

  /// Hashes a password. Example accounts are of no worth, so the rounds are few; a real shop takes 600,000.
  init(_ password: String, salt: [UInt8] = .random(16), rounds: Int = 20) {
    self.salt = salt
    self.rounds = rounds
    digest = Self.derive(Array(password.utf8), salt, rounds)
  }

  /// Whether a password is this one, in a time that does not tell how much of it is right.
  func matches(_ password: String) -> Bool {
    let other = Self.derive(Array(password.utf8), salt, rounds)
    return zip(digest, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The first block: as long as the hash.
  package static func derive(_ password: [UInt8], _ salt: [UInt8], _ rounds: Int) -> [UInt8] {
    var last = SHA256.authenticate(salt + [0, 0, 0, 1], key: password)
    var sum = last
    for _ in 1..<rounds {
      last = SHA256.authenticate(last, key: password)
      for index in sum.indices { sum[index] ^= last[index] }
    }
    return sum
  }
}

extension [UInt8] {
  /// Bytes that nobody can guess.
  static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }

  /// Two digits for each byte.
  var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
