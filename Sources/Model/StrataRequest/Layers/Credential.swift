// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// What proves to a server who asks: headers that go with a request and that no text ever shows.
///
/// Safe to use from any task.
public struct Credential: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The headers.
  public let headers: Headers

  /// Makes a credential of any headers.
  public init(headers: Headers) { self.headers = headers }

  /// A token in `Authorization` (RFC 6750).
  public static func bearer(_ token: String) -> Credential { Credential(headers: ["Authorization": "Bearer \(token)"]) }

  /// A name and a password in `Authorization` (RFC 7617).
  public static func basic(user: String, password: String) -> Credential {
    let pair = Data("\(user):\(password)".utf8).base64EncodedString()
    return Credential(headers: ["Authorization": "Basic \(pair)"])
  }

  /// Three stars.
  public var description: String { "***" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where a client's credential comes from, and how it is renewed.
///
/// ```swift
/// struct Tokens: CredentialProviding {
///   func credential() async throws -> Credential? { session.token.map(Credential.bearer) }
///   func refresh(_ old: Credential) async throws -> Credential {
///     .bearer(try await client.send(.post("/token", json: session.refreshToken, returning: String.self)))
///   }
/// }
/// ```
///
/// A class isolated to the main actor must mark both functions with `@MainActor` itself.
public protocol CredentialProviding: Sendable {
  /// The credential of now; `nil` where nobody is signed in. Asked for each request.
  func credential() async throws -> Credential?

  /// Renews a credential that the server has refused with 401, and keeps the new one.
  ///
  /// Called by one task at a time. What it sends, through the same client too, carries no credential
  /// and waits for no refresh. After an error the old credential is not sent again: its requests fail as
  /// signed out, unless the error says that the network was the reason.
  func refresh(_ old: Credential) async throws -> Credential
}
