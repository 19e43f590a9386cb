// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(Security)
public import Foundation
internal import Security

/// Secrets in the keychain, readable after the device was first unlocked, and on this device only.
///
/// Safe to use from any task.
public struct KeychainSecrets: SecretStoring {
  private let service: String

  /// Keeps secrets under a service name.
  ///
  /// - Parameter service: A name of the app's own, such as its bundle identifier.
  public init(service: String) { self.service = service }

  /// The secret of a name; `nil` if there is none.
  ///
  /// - Throws: `locked` before the first unlock, else `failed`.
  public func secret(for name: String) throws(StoreError) -> Data? {
    var query = query(name)
    query[kSecReturnData] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    try check(status, name)
    return result as? Data
  }

  /// Keeps a secret, in place of an older one.
  ///
  /// - Throws: `locked` before the first unlock, else `failed`.
  public func set(_ secret: Data, for name: String) throws(StoreError) {
    let status = SecItemUpdate(query(name) as CFDictionary, [kSecValueData: secret] as CFDictionary)
    guard status == errSecItemNotFound else { return try check(status, name) }
    var item = query(name)
    item[kSecValueData] = secret
    item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    try check(SecItemAdd(item as CFDictionary, nil), name)
  }

  /// Deletes a secret; a missing one is fine.
  ///
  /// - Throws: `locked` before the first unlock, else `failed`.
  public func remove(_ name: String) throws(StoreError) { try delete(query(name), name) }

  /// Deletes every secret of the service.
  ///
  /// - Throws: `locked` before the first unlock, else `failed`.
  public func removeAll() throws(StoreError) { try delete(query(nil), service) }

  private func delete(_ query: [CFString: Any], _ name: String) throws(StoreError) {
    let status = SecItemDelete(query as CFDictionary)
    if status != errSecItemNotFound { try check(status, name) }
  }

  private func query(_ name: String?) -> [CFString: Any] {
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service]
    if let name { query[kSecAttrAccount] = name }
    return query
  }

  private func check(_ status: OSStatus, _ name: String) throws(StoreError) {
    guard status != errSecSuccess else { return }
    let code: StoreError.Code = status == errSecInteractionNotAllowed ? .locked : .failed
    throw StoreError(code, "the keychain answers \(status) for '\(name)'")
  }
}
#endif
