// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Keeps tokens and passwords apart from everything else.
///
/// On Apple platforms use `KeychainSecrets`, on Linux ``FileSecrets``; a test can write its own.
///
/// ```swift
/// let secrets: any SecretStoring = FileSecrets(in: folder)
/// try secrets.set(Data(token.utf8), for: "refresh-token")
/// ```
public protocol SecretStoring: Sendable {
  /// The secret of a name; `nil` if there is none.
  func secret(for name: String) throws(StoreError) -> Data?

  /// Keeps a secret, in place of an older one.
  func set(_ secret: Data, for name: String) throws(StoreError)

  /// Deletes a secret; a missing one is fine.
  func remove(_ name: String) throws(StoreError)

  /// Deletes every secret, as at sign-out.
  func removeAll() throws(StoreError)
}
