// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct SecretTests {
  private let file = TemporaryStore()
  private var folder: URL { file.folder.appending(path: "secrets") }
  private var secrets: any SecretStoring { FileSecrets(in: folder) }

  @Test(arguments: ["token", "a/../b", "..", "/", " ", "é", "\u{1F511}", "a%2Fb", "A", "a", "con:aux*"])
  func aSecretOfAnyNameIsKeptAndReplaced(name: String) throws {
    #expect(try secrets.secret(for: name) == nil)
    try secrets.set(Data("one".utf8), for: name)
    try secrets.set(Data("two".utf8), for: name)
    #expect(try secrets.secret(for: name) == Data("two".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix("secret-") })
    try secrets.remove(name)
    try secrets.remove(name)
    #expect(try secrets.secret(for: name) == nil)
  }

  @Test(arguments: ["", "a\0b", String(repeating: "x", count: 300)]) func aNameThatCannotBeIsRefused(name: String) async
  {
    #expect(await code { try secrets.set(Data(), for: name) } == .invalidName)
    #expect(await code { _ = try secrets.secret(for: name) } == .invalidName)
    #expect(await code { try secrets.remove(name) } == .invalidName)
  }

  @Test func secretsAreTheirOwnersAlone() throws {
    try secrets.set(Data("one".utf8), for: "a")
    #expect(try rights(folder.path) == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      #expect(try rights(folder.appending(path: name).path) == 0o600)
    }
  }

  @Test func twoSpellingsOfAWordAreOneName() throws {
    try secrets.set(Data([1]), for: "e\u{301}")
    #expect(try secrets.secret(for: "\u{E9}") == Data([1]))
  }

  @Test func emptyIsNotMissing() throws {
    try secrets.set(Data(), for: "a")
    #expect(try secrets.secret(for: "a") == Data())
  }

  @Test func signOutRemovesThemAll() throws {
    for name in ["a", "b"] { try secrets.set(Data([1]), for: name) }
    try secrets.removeAll()
    try secrets.removeAll()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(try secrets.secret(for: "a") == nil)
    try secrets.set(Data([2]), for: "a")
    #expect(try secrets.secret(for: "a") == Data([2]))
  }

  @Test func aFolderThatCannotBeMadeIsAnErrorWithItsName() async throws {
    try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
    try Data().write(to: folder)
    let error = #expect(throws: StoreError.self) { try secrets.set(Data(), for: "token") }
    #expect(error?.code == .failed && error?.message.contains("'token'") == true)
  }

  /// A replacement is whole: readers see the old one or the new one.
  @Test func aReaderNeverSeesHalfASecret() async throws {
    let values = [Data(repeating: 1, count: 50_000), Data(repeating: 2, count: 70_000)]
    let secrets = FileSecrets(in: folder)
    try secrets.set(values[0], for: "a")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for round in 0..<100 { try secrets.set(values[round % 2], for: "a") } }
      group.addTask {
        for _ in 0..<300 {
          let secret = try secrets.secret(for: "a")
          #expect(secret.map(values.contains) == true)
        }
      }
      try await group.waitForAll()
    }
  }
}
