// Part of Strata.
// SPDX-License-Identifier: MIT

// What differs by platform, but for the transports themselves.

import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if canImport(Security)
import CryptoKit
import Security
#endif

#if canImport(CStrataCurl)
/// The transport that a client has unless it is given another: libcurl's.
public typealias DefaultTransport = CurlTransport
#else
/// The transport that a client has unless it is given another: the system's.
public typealias DefaultTransport = URLSessionTransport
#endif

extension Transporting where Self == DefaultTransport {
  /// The transport of this platform.
  public static var `default`: DefaultTransport { DefaultTransport() }

  /// The transport of this platform, with another judgement of servers.
  public static func `default`(trust: Trust) -> DefaultTransport { DefaultTransport(trust: trust) }
}

extension Task where Failure == any Error {
  /// Starts a task here and now, where the system can: until it waits it runs on this thread, and none is woken for it.
  static func startingNow(_ work: @escaping @Sendable () async throws -> Success) -> Task {
    guard #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return Task { try await work() } }
    return .immediate { try await work() }
  }
}

extension Task where Failure == Never {
  /// As above, for work that cannot fail.
  static func startingNow(_ work: @escaping @Sendable () async -> Success) -> Task {
    guard #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return Task { await work() } }
    return .immediate { await work() }
  }
}

extension FileHandle {
  /// Keeps every other handle, of other processes too, from doing the same. False if one does already.
  func lockAlone() -> Bool { flock(fileDescriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Whether a place still leads to this file.
  func isAt(_ place: URL) -> Bool {
    var (mine, there) = (stat(), stat())
    guard fstat(fileDescriptor, &mine) == 0, stat(place.path(percentEncoded: false), &there) == 0 else { return false }
    return mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }

  /// Lets others in again, also where a process that was started meanwhile has inherited this handle.
  func unlock() { flock(fileDescriptor, LOCK_UN) }
}

extension URL {
  /// Opens this file to read and write; makes an empty one, for its owner only, where there is none. In one step: of two
  /// who find none, the second would replace the first one's.
  func openOrMake() throws -> FileHandle {
    let path = path(percentEncoded: false)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Moves this file to a place, in one step, over what is there.
  func replace(_ place: URL) throws {
    guard rename(path(percentEncoded: false), place.path(percentEncoded: false)) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: place.path(percentEncoded: false)])
    }
  }
}

/// Whose cookies a ``URLSessionTransport`` sends and keeps.
public struct CookieUse: Hashable, Sendable {
  let isPlatform: Bool

  /// None: an app's own `Cookie` header is sent as it is, and `Set-Cookie` is only a header.
  public static let off = CookieUse(isPlatform: false)

  #if canImport(Darwin)
  /// The app's shared cookies, those of its web views for instance.
  public static let platformCookies = CookieUse(isPlatform: true)
  #endif
}

/// Networks that cost the user something; see ``Request/using(_:)``.
public struct CostlyNetworks: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Makes a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Mobile networks.
  public static let cellular = CostlyNetworks(rawValue: 1)
  /// What the system calls expensive: mobile networks and personal hotspots.
  public static let expensive = CostlyNetworks(rawValue: 2)
  /// What the user has asked to be spared: Low Data Mode.
  public static let constrained = CostlyNetworks(rawValue: 4)
  /// All of them.
  public static let all: CostlyNetworks = [.cellular, .expensive, .constrained]
}

#if canImport(Security)
extension Trust {
  /// Whether a server's certificates are accepted for a host. May ask the network: call it off the main actor.
  func accepts(_ shown: SecTrust, host: String) -> Bool {
    SecTrustSetPolicies(shown, SecPolicyCreateSSL(true, host as CFString))
    if !roots.isEmpty || !acceptsSystemRoots {
      let anchors = roots.flatMap(\.certificatesOfPEM).compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
      SecTrustSetAnchorCertificates(shown, anchors as CFArray)
      SecTrustSetAnchorCertificatesOnly(shown, !acceptsSystemRoots)
    }
    guard SecTrustEvaluateWithError(shown, nil) else { return false }
    guard let pins = pins(of: host) else { return true }
    guard let chain = SecTrustCopyCertificateChain(shown) as? [SecCertificate], let own = chain.first,
      let key = SubjectPublicKey.find(in: SecCertificateCopyData(own) as Data)
    else { return false }
    return pins.keys.contains(Data(SHA256.hash(data: key)).base64EncodedString())
  }
}

extension ClientIdentity {
  /// The identity as the system knows it.
  var imported: SecIdentity? {
    var items: CFArray?
    let options = [kSecImportExportPassphrase as String: password] as CFDictionary
    guard SecPKCS12Import(pkcs12 as CFData, options, &items) == errSecSuccess,
      let first = (items as? [[String: Any]])?.first, let identity = first[kSecImportItemIdentity as String]
    else { return nil }
    // NB: a CFType has no conditional cast; the key's value is documented to be this type.
    return CFGetTypeID(identity as CFTypeRef) == SecIdentityGetTypeID()
      ? unsafeDowncast(identity as AnyObject, to: SecIdentity.self) : nil
  }
}
#endif
