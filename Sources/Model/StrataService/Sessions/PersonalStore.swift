// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
import StrataContract
public import StrataStore

/// A file for each user, for what must vanish when they leave: closed and unlinked as a whole.
///
/// ```swift
/// let personal = PersonalStore(in: folder) { session.user?.id }
/// session.onForget { try personal.forget($0.id) }
/// let addresses = try personal.store().collection("addresses", of: Address.self)
/// ```
///
/// Ask for ``store()`` before a request and write to that one after it: if the user has left meanwhile it is closed,
/// and the late answer reaches nobody's file. Safe to use from any task.
public final class PersonalStore: Sendable {
  private let folder: URL
  private let configuration: StoreConfiguration
  private let user: @Sendable () -> String?
  private let stores = Locked<[String: Store]>([:])

  /// Makes no file yet.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files; it is made where it is missing.
  ///   - configuration: How they are opened. Default: a store's defaults.
  ///   - user: Whose data is on the device now, such as `session.user?.id`.
  public init(
    in folder: URL, _ configuration: StoreConfiguration = StoreConfiguration(),
    user: @escaping @Sendable () -> String?
  ) {
    self.folder = folder
    self.configuration = configuration
    self.user = user
  }

  /// The store of who is there, opened by the first call.
  ///
  /// - Throws: ``SessionError/signedOut`` if nobody is; what the store reports.
  public func store() throws -> Store {
    try stores.withLock { stores in
      // NB: asked inside the lock: a user who was forgotten is gone from here on.
      guard let user = user() else { throw SessionError.signedOut }
      if let store = stores[user] { return store }
      let store = try Store(at: file(user), configuration)
      stores[user] = store
      return store
    }
  }

  /// Closes a user's store and deletes its file; none is fine. For ``Session/onForget(_:)``.
  ///
  /// - Throws: What the store reports.
  public func forget(_ user: String) throws {
    try stores.withLock { stores in
      if let store = stores.removeValue(forKey: user) { return try store.closeAndDelete() }
      let url = file(user)
      guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return }
      var opening = configuration
      opening.damage = .setAside { _ in }
      do { try Store(at: url, opening).closeAndDelete() } catch { try removeFiles(of: url) }
    }
  }

  /// Closes what is open; the next call of ``store()`` opens it again.
  public func close() {
    let open = stores.withLock { stores in
      defer { stores = [:] }
      return Array(stores.values)
    }
    for store in open { store.close() }
  }

  /// Removes a file that cannot be opened, such as one of a newer version, and what is beside it.
  private func removeFiles(of url: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    for name in names where name.hasPrefix(url.lastPathComponent) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// A name that holds any user, also one with slashes or of another case.
  private func file(_ user: String) -> URL {
    let name = user.utf8.map { byte in
      let isPlain = (48...57).contains(byte) || (97...122).contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
    }
    return folder.appending(path: "user-\(name.joined()).sqlite")
  }
}
