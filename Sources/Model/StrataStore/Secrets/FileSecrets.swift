// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
public import Foundation

/// Secrets in files that only their owner can read (0600), in a folder that only their owner can open (0700).
///
/// A secret is replaced as a whole: a killed process leaves the old one or the new one.
/// Safe to use from any task and from several processes.
public struct FileSecrets: SecretStoring {
  private let folder: URL

  /// Keeps secrets in a folder, which the first one makes.
  ///
  /// - Parameter folder: A file URL of a folder for nothing else.
  public init(in folder: URL) { self.folder = folder }

  /// The secret of a name; `nil` if there is none.
  ///
  /// - Throws: `locked` if the system denies it, `failed` for another trouble of the disk, `invalidName`.
  public func secret(for name: String) throws(StoreError) -> Data? {
    let file = try file(name)
    do {
      return try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch CocoaError.fileReadNoPermission {
      throw StoreError(.locked, "the secret '\(name)' cannot be read now: is the device locked?")
    } catch {
      throw StoreError(.failed, "the secret '\(name)' cannot be read: \(error)")
    }
  }

  /// Keeps a secret, in place of an older one.
  ///
  /// - Throws: `failed` for trouble of the disk, `invalidName`.
  public func set(_ secret: Data, for name: String) throws(StoreError) {
    let file = try file(name)
    let fresh = folder.appending(path: ".\(UUID().uuidString)")
    let manager = FileManager.default
    do {
      try manager.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      defer { try? manager.removeItem(at: fresh) }
      let refusal = Platform.createPrivateFile(at: fresh.path(percentEncoded: false))
      guard refusal == 0 else {
        throw StoreError(SQLITE_CANTOPEN, systemError: refusal, text: "no file can be made in \(folder.path)")
      }
      try Platform.overwrite(fresh.path(percentEncoded: false), with: secret)
      try Platform.replace(file.path(percentEncoded: false), by: fresh.path(percentEncoded: false))
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.failed, "the secret '\(name)' cannot be kept: \(error)")
    }
  }

  /// Deletes a secret; a missing one is fine.
  ///
  /// - Throws: `failed` for trouble of the disk, `invalidName`.
  public func remove(_ name: String) throws(StoreError) { try removed(try file(name)) }

  /// Deletes every secret with the folder.
  ///
  /// - Throws: `failed` for trouble of the disk.
  public func removeAll() throws(StoreError) { try removed(folder) }

  private func removed(_ url: URL) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return }
    do { try FileManager.default.removeItem(at: url) } catch {
      throw StoreError(.failed, "\(url.path) cannot be removed: \(error)")
    }
  }

  /// A file's name for any text: what is no letter or digit is spelled in hexadecimal.
  private func file(_ name: String) throws(StoreError) -> URL {
    let bytes = (name.normalForm() ?? "").utf8.map { byte in
      let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
    }
    let text = bytes.joined()
    guard !text.isEmpty, text.utf8.count <= 200 else {
      throw StoreError(.invalidName, "a secret's name has 1 to about 60 characters and no NUL: '\(name.prefix(80))'")
    }
    return folder.appending(path: "secret-" + text)
  }
}
