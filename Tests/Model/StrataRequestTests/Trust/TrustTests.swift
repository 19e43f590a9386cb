// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import Testing

/// Real TLS on this machine, between two authorities, one of which is trusted.
@Suite(.timeLimit(.minutes(1)))
struct TrustTests {
  private let folder: TemporaryFolder
  private let ours: Authority
  private let foreign: Authority

  init() async throws {
    folder = try TemporaryFolder()
    ours = try await Authority("ours", in: folder)
    foreign = try await Authority("foreign", in: folder)
    try await ours.sign("server")
  }

  private func reason(_ server: TLSServer, _ trust: Trust = .system) async -> RequestError.Reason? {
    let client = Client(server.url, transport: .default(trust: trust)) { $0.retry = .never }
    do throws(RequestError) {
      return try await client.send(.raw(.get, "/")).status == 200 ? nil : .unexpected
    } catch { return error.reason }
  }

  private func trusting(_ change: (inout Trust) throws -> Void = { _ in }) throws -> Trust {
    var trust = Trust()
    trust.roots = [try ours.root]
    try change(&trust)
    return trust
  }

  @Test func theSystemTrustsNeitherAnUnknownRootNorASelfSignedCertificate() async throws {
    #expect(await reason(try await TLSServer("server", in: folder)) == .untrusted)
    #expect(await reason(try await TLSServer("ours", in: folder)) == .untrusted)
  }

  @Test func aFurtherRootIsAcceptedAndAForeignOneIsNot() async throws {
    let server = try await TLSServer("server", in: folder)
    #expect(await reason(server, try trusting()) == nil)
    #expect(await reason(server, try trusting { $0.acceptsSystemRoots = false }) == nil)
    #expect(await reason(server, try trusting { $0.roots = [try foreign.root] }) == .untrusted)
    #expect(await reason(server, try trusting { $0.roots = [try foreign.root, try ours.root] }) == nil)
    try await foreign.sign("stranger")
    #expect(await reason(try await TLSServer("stranger", in: folder), try trusting()) == .untrusted)
  }

  @Test func noRootAtAllAcceptsNobody() async throws {
    let server = try await TLSServer("server", in: folder)
    #expect(
      await reason(
        server,
        try trusting {
          $0.roots = []
          $0.acceptsSystemRoots = false
        }) == .untrusted)
  }

  @Test func anExpiredCertificateIsRefused() async throws {
    try await ours.sign("expired", days: -1)
    #expect(await reason(try await TLSServer("expired", in: folder), try trusting()) == .untrusted)
  }

  @Test func aCertificateForAnotherNameIsRefused() async throws {
    try await openssl(
      "x509", "-req", "-in", "server.csr", "-CA", "ours.pem", "-CAkey", "ours.key", "-out", "server.pem", "-days", "2",
      in: folder.url)
    #expect(await reason(try await TLSServer("server", in: folder), try trusting()) == .untrusted)
  }

  @Test func thePinnedKeyOrItsBackupMustBeShown() async throws {
    try await foreign.sign("other")
    let (key, other) = (try await ours.pin("server"), try await foreign.pin("other"))
    let unused = Data(count: 32).base64EncodedString()
    let server = try await TLSServer("server", in: folder)
    #expect(await reason(server, try trusting { $0.pins["localhost"] = PinnedKeys(key, backup: unused) }) == nil)
    #expect(await reason(server, try trusting { $0.pins["LOCALHOST"] = PinnedKeys(unused, backup: key) }) == nil)
    #expect(
      await reason(server, try trusting { $0.pins["localhost"] = PinnedKeys(other, backup: unused) }) == .untrusted)
    #expect(await reason(server, try trusting { $0.pins["h.test"] = PinnedKeys(other, backup: unused) }) == nil)
    var onlyPinned = Trust()
    onlyPinned.pins["localhost"] = PinnedKeys(key, backup: unused)
    #expect(await reason(server, onlyPinned) == .untrusted, "a pin comes on top of a valid certificate")
  }

  @Test func aClientShowsWhoItIsWhereAServerAsks() async throws {
    try await ours.sign("me")
    try await foreign.sign("stranger")
    let server = try await TLSServer("server", in: folder, client: "ours")
    let me = try await ours.identity("me"), stranger = try await foreign.identity("stranger")
    func trust(_ pkcs12: Data, _ password: String) throws -> Trust {
      try trusting { $0.identity = ClientIdentity(pkcs12: pkcs12, password: password) }
    }
    #expect(await reason(server, try trust(me.pkcs12, me.password)) == nil)
    #expect(await reason(server, try trust(stranger.pkcs12, stranger.password)) == .untrusted)
    #expect(await reason(server, try trust(me.pkcs12, "wrong")) == .untrusted)
    #expect(await reason(server, try trusting()) == .untrusted)
    #expect("\(ClientIdentity(pkcs12: me.pkcs12, password: me.password))" == "***")
  }

  @Test func thePublicKeyIsFoundInACertificate() async throws {
    let der = try #require(try Data(contentsOf: folder.file("server.pem")).certificatesOfPEM.first)
    let key = try await openssl("pkey", "-in", "server.key", "-pubout", "-outform", "der", in: folder.url)
    #expect(SubjectPublicKey.find(in: der) == key)
    for length in 0..<der.count { _ = SubjectPublicKey.find(in: der.prefix(length)) }
    #expect(SubjectPublicKey.find(in: der.prefix(100)) == nil)
    #expect(SubjectPublicKey.find(in: Data([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF])) == nil)
  }

  #if canImport(FoundationNetworking)
  @Test func aSessionThatCannotKeepAPromiseRefuses() async throws {
    let server = try await TLSServer("server", in: folder)
    let transport = URLSessionTransport(trust: try trusting())
    await #expect(throws: TransportError.self) {
      try await transport.exchange(TransportRequest(.get, server.url))
    }
    await #expect(throws: TransportError.self) {
      try await URLSessionTransport().exchange(TransportRequest(.get, server.url))
    }
  }
  #endif
}
