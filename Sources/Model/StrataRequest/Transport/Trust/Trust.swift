// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Which servers a transport believes, and how it proves who it is itself.
///
/// The default is the system's judgement: expired, self-signed and foreign certificates are refused.
///
/// ```swift
/// var trust = Trust.system
/// trust.pins["api.example.com"] = PinnedKeys("r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
///                                            backup: "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
/// let client = Client(base, transport: .default(trust: trust))
/// ```
///
/// Safe to use from any task.
public struct Trust: Sendable {
  /// Whether certificates of the system's roots are accepted. Default `true`.
  public var acceptsSystemRoots = true
  /// Further roots, each the content of a PEM file with one or several certificates. Default none.
  public var roots: [Data] = []
  /// Keys that a host must show, on top of a valid certificate. Default none: any valid certificate will do.
  public var pins: [String: PinnedKeys] = [:]
  /// What is shown to a server that asks who we are. Default none.
  public var identity: ClientIdentity?

  /// Makes the system's judgement, to be changed.
  public init() {}

  /// The system's judgement.
  public static let system = Trust()

  /// Whether nothing was changed.
  var isSystem: Bool { acceptsSystemRoots && roots.isEmpty && pins.isEmpty && identity == nil }

  /// The pins of a host, whatever its case.
  func pins(of host: String?) -> PinnedKeys? {
    guard !pins.isEmpty, let host = host?.lowercased() else { return nil }
    return pins.first { $0.key.lowercased() == host }?.value
  }
}

/// The public keys that a host may have: the one of today, and at least one that waits in a safe.
///
/// Each is the SHA-256 of the key (SubjectPublicKeyInfo, RFC 7469 section 2.4) in Base64:
///
/// ```sh
/// openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64
/// ```
///
/// Without a backup a lost key would lock every installed app out, so there is no way to leave it away.
public struct PinnedKeys: Hashable, Sendable {
  /// The keys, as SHA-256 in Base64.
  public let keys: [String]

  /// Makes pins.
  ///
  /// - Precondition: Each is 32 bytes in Base64, and the backup is not the key itself.
  public init(_ key: String, backup: String, _ further: String...) {
    keys = [key, backup] + further
    for key in keys {
      precondition(Data(base64Encoded: key)?.count == 32, "a pinned key is the Base64 of a SHA-256, not \(key)")
    }
    precondition(key != backup, "the backup of a pinned key is another key")
  }
}

/// A certificate with its private key, by which a server recognises this client.
public struct ClientIdentity: Sendable, CustomStringConvertible, CustomReflectable {
  /// The content of a PKCS #12 file (`.p12`).
  public let pkcs12: Data
  /// The password of that file.
  public let password: String

  /// Makes an identity. A file or password that does not fit fails the first exchange as `untrusted`.
  public init(pkcs12: Data, password: String) {
    self.pkcs12 = pkcs12
    self.password = password
  }

  /// Three stars.
  public var description: String { "***" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Data {
  /// The certificates of a PEM text, in DER (RFC 7468 section 5).
  package var certificatesOfPEM: [Data] {
    String(decoding: self, as: UTF8.self).components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap
    {
      Data(base64Encoded: $0.components(separatedBy: "-----END")[0], options: .ignoreUnknownCharacters)
    }
  }
}
