// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PasswordTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  // FIPS 180-4's examples, and one of two blocks.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func theHashIsTheStandards(text: String, hash: String) {
    #expect(hexadecimal(SHA256.hash(Array(text.utf8))) == hash)
  }

  // RFC 4231, test case 2
  @Test func theMessageCodeIsTheStandards() {
    let code = SHA256.authenticate(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(hexadecimal(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  // RFC 7914, section 11
  @Test func theStretchedPasswordIsTheStandards() {
    let derived = PasswordHash.derive(Array("passwd".utf8), Array("salt".utf8), 1)
    #expect(hexadecimal(derived) == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")
  }
}
