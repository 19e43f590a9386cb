// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataScripted
import StrataStore
import Testing

/// What the system forbids: a denied access is no damage, and what may be read is read.
@Suite(.timeLimit(.minutes(1))) struct PermissionTests {
  private func filled() async throws -> TemporaryStore {
    let file = TemporaryStore()
    let store = try file.open()
    try await store.collection("texts", of: String.self).put("value", for: "k")
    store.close()
    return file
  }

  /// The child gives up root, which nothing is forbidden to.
  private func probe(_ file: TemporaryStore, _ access: StoreConfiguration.Access) throws -> [String] {
    try Child("probe", file.url, access == .readWrite ? 0 : 1).finish().lines
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var file: Int
    var folder: Int
    var access: StoreConfiguration.Access
    var answer: [String]
    var testDescription: String { "\(String(file, radix: 8)) in \(String(folder, radix: 8)), \(access)" }
  }

  @Test(arguments: [
    Case(file: 0o000, folder: 0o777, access: .readWrite, answer: ["open: locked"]),
    Case(file: 0o000, folder: 0o777, access: .readOnly, answer: ["open: locked"]),
    Case(file: 0o444, folder: 0o777, access: .readWrite, answer: ["open: notAllowed"]),
    Case(file: 0o444, folder: 0o777, access: .readOnly, answer: ["read: value", "write: notAllowed"]),
    Case(file: 0o444, folder: 0o555, access: .readOnly, answer: ["read: value", "write: notAllowed"]),
    Case(file: 0o666, folder: 0o555, access: .readOnly, answer: ["read: value", "write: notAllowed"]),
    Case(file: 0o666, folder: 0o000, access: .readWrite, answer: ["open: locked"]),
    Case(file: 0o666, folder: 0o000, access: .readOnly, answer: ["open: locked"]),
    Case(file: 0o666, folder: 0o777, access: .readWrite, answer: ["read: value", "write: done"]),
  ])
  func deniedIsNeitherDamageNorEmptiness(_ row: Case) async throws {
    let file = try await filled()
    try set(row.file, file.url.path)
    try set(row.folder, file.folder.path)
    let lines = try probe(file, row.access)
    try set(0o700, file.folder.path)
    #expect(lines == row.answer)
    let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
    #expect(!names.contains { $0.contains("damaged") || $0.contains("suspect") })
    try set(0o600, file.url.path)
    #expect(try file.open().collection("texts", of: String.self).value(for: "k") == "value")
  }

  /// A folder where nothing can be made is an error at opening, and not a store that forgets.
  @Test func aFolderThatCannotBeWrittenTakesNoNewStore() async throws {
    let file = TemporaryStore()
    try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
    try set(0o555, file.folder.path)
    defer { try? set(0o700, file.folder.path) }
    #expect(try probe(file, .readWrite) == ["open: locked"])
  }

  @Test func aFolderThatIsAFileTakesNoStore() async throws {
    let file = TemporaryStore()
    try Data().write(to: file.folder)
    #expect(await code { _ = try file.open() } == .failed)
  }

  private func set(_ rights: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: path)
  }
}
