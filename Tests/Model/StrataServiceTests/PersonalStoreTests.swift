// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataService
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct PersonalStoreTests {
  private let place = TemporaryStore()
  private let user = UpdateSource<String?>("ann")

  private func personal() -> PersonalStore { PersonalStore(in: place.folder) { [user] in user.value } }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: place.folder.path())) ?? []).filter {
      $0.hasSuffix(".sqlite")
    }
    .sorted()
  }

  private func notes(_ store: Store) -> StoreCollection<String, String> { store.collection("notes", of: String.self) }

  @Test func eachUserHasAFile() async throws {
    let personal = personal()
    try await notes(personal.store()).put("ann's", for: "note")
    user.value = "bao"
    #expect(try notes(personal.store()).value(for: "note") == nil)
    user.value = "ann"
    #expect(try notes(personal.store()).value(for: "note") == "ann's")
    #expect(files == ["user-ann.sqlite", "user-bao.sqlite"])
  }

  @Test func aForgottenUserHasNone() async throws {
    let personal = personal()
    let store = try personal.store()
    try await notes(store).put("ann's", for: "note")
    user.value = nil
    try personal.forget("ann")
    #expect(files.isEmpty)
    await #expect(throws: StoreError.self) { try await notes(store).put("late", for: "note") }
    #expect(throws: SessionError.signedOut) { try personal.store() }
    #expect(files.isEmpty, "late work makes no file")
    user.value = "ann"
    #expect(try notes(personal.store()).value(for: "note") == nil)
  }

  @Test func aFileThatNobodyOpenedIsForgottenToo() async throws {
    do {
      let before = personal()
      try await notes(before.store()).put("ann's", for: "note")
      before.close()
    }
    try personal().forget("ann")
    #expect(files.isEmpty)
    try personal().forget("never seen")
  }

  @Test func aDamagedFileIsForgottenToo() throws {
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 10_000).write(to: place.folder.appending(path: "user-ann.sqlite"))
    try personal().forget("ann")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path()).isEmpty)
  }

  @Test(arguments: ["../ann", "a/b", "ANN", "安", "", "a b"])
  func anyNameIsAFileInsideTheFolder(name: String) async throws {
    let personal = personal()
    _ = try personal.store()
    user.value = name
    try await notes(personal.store()).put("theirs", for: "note")
    #expect(files.count == 2)
    user.value = "ann"
    #expect(try notes(personal.store()).value(for: "note") == nil)
  }
}
