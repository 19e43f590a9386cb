// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1))) struct CacheKeyTests {
  private func key(
    _ url: String, _ method: HTTPMethod = .get, headers: Headers = [:], body: String? = nil, scope: String? = nil,
    ignoring: Set<String> = []
  ) throws -> CacheKey? {
    let request = TransportRequest(
      method, try #require(URL(string: url)), headers: headers, body: body.map { .data(Data($0.utf8)) })
    return CacheKey(request, scope: scope, ignoring: ignoring)
  }

  // L1-20: the key was not sorted; L2-21; W11: another page is another answer
  @Test func parametersCountInAnyOrder() throws {
    #expect(try key("http://a.test/b?x=1&y=2") == key("http://a.test/b?y=2&x=1"))
    #expect(try key("http://a.test/b?page=1") != key("http://a.test/b?page=2"))
    #expect(try key("http://a.test/b?t=1&t=2") != key("http://a.test/b?t=2&t=1"))
    #expect(try key("http://a.test/b?") == key("http://a.test/b#part"))
  }

  // W8
  @Test func volatileParametersAreLeftOut() throws {
    let one = try key("http://a.test/b?x=1&time=1&si%67=2", ignoring: ["time", "sig"])
    #expect(one == (try key("http://a.test/b?time=9&x=1", ignoring: ["time", "sig"])))
    #expect(try key("http://a.test/b?time=9", ignoring: ["time"]) == key("http://a.test/b"))
  }

  // Field reports C: two POSTs with different bodies
  @Test func methodAndBodyCount() throws {
    let keys = try [
      key("http://a.test/b"), key("http://a.test/b", .post), key("http://a.test/b", .post, body: "1"),
      key("http://a.test/b", .post, body: "2"), key("http://a.test/b", "SEARCH", body: "1"),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(try key("http://a.test/b", .head) == key("http://a.test/b"))
  }

  @Test func identityCounts() throws {
    let keys = try [
      key("http://a.test/b"), key("http://a.test/b", headers: ["Authorization": "Bearer 1"]),
      key("http://a.test/b", headers: ["authorization": "Bearer 2"]),
      key("http://a.test/b", headers: ["Cookie": "a=1"]),
      key("http://a.test/b", scope: "ann"), key("http://a.test/b", scope: "bob"),
      key("http://a.test/b", headers: ["Authorization": "Bearer 1"], scope: "ann"),
    ]
    #expect(Set(keys).count == keys.count)
    // A renewed token is the same user.
    let old = try key("http://a.test/b", headers: ["Authorization": "Bearer 1"], scope: "ann")
    #expect(try key("http://a.test/b", headers: ["Authorization": "Bearer 2"], scope: "ann") == old)
    #expect(try key("http://a.test/b", headers: ["Accept": "a"]) == key("http://a.test/b"))
  }

  @Test func noCredentialIsInAKey() throws {
    let text = try #require(try key("http://a.test/b", headers: ["Authorization": "Bearer top", "Cookie": "pot=1"]))
      .text
    #expect(!text.contains("top") && !text.contains("pot"))
  }

  @Test(arguments: ["http://ann@a.test/b", "http://ann:top@a.test/b"])
  func credentialsInAnAddressHaveNoKey(url: String) throws {
    #expect(try key(url) == nil)
    #expect(try key("http://a.test/@ann?mail=a@b.test") != nil)
  }

  @Test func aBodyThatStreamsHasNoKey() throws {
    let body = UploadBody.stream(length: nil) { { nil } }
    let request = TransportRequest(.post, try #require(URL(string: "http://a.test/")), body: body)
    #expect(CacheKey(request, scope: nil, ignoring: []) == nil)
  }

  @Test func noScopeCanReachIntoAnother() throws {
    let address = "http://a.test/b"
    let wild = try #require(try key(address, scope: "ann\nhttp://a.test/b\nGET"))
    #expect(wild.text.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
    #expect(CacheKey.prefix(scope: "100%") != CacheKey.prefix(scope: "100\n"))
    #expect(CacheKey.prefix(scope: "") != CacheKey.prefix(scope: nil))
    // Swift calls these two the same text.
    #expect(CacheKey.prefix(scope: "Andr\u{e9}") != CacheKey.prefix(scope: "Andre\u{301}"))
    #expect(CacheKey.address(ofRow: wild.text)?.hasPrefix(address) == true)
  }

  // FIPS 180-4, examples
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ]) func digests(text: String, hex: String) {
    #expect(SHA256.hex(Array(text.utf8)) == hex)
  }
}
