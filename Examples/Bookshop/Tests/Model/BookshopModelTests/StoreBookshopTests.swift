// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import Foundation
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct StoreBookshopTests {
  @Test func aDamagedFileIsReportedAndSetAsideAndTheAppStarts() async throws {
    let place = TemporaryStore()
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 10_000).write(to: place.folder.appending(path: "bookshop.sqlite"))
    let problems = Problems()
    let store = try Store.bookshop(in: place.folder) { problems.add($0) }
    try await store.collection("test", of: String.self).put("works", for: "it")
    #expect(problems.all.count == 1)
    #expect(problems.all.first.map { "\($0)".contains("bookshop.sqlite.damaged-") } == true)
    let files = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
    #expect(files.contains { $0.contains("damaged") })
  }

  @Test func aFolderThatIsAFileIsReportedAndTheAppRunsOnMemory() async throws {
    let place = TemporaryStore()
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    let taken = place.folder.appending(path: "taken")
    try Data("not a folder".utf8).write(to: taken)
    let problems = Problems()
    let store = try Store.bookshop(in: taken) { problems.add($0) }
    try await store.collection("test", of: String.self).put("works", for: "it")
    #expect(store.url == nil)
    #expect(problems.all.first.map { "\($0)".contains("BOOKSHOP_FOLDER") } == true)
    #expect(problems.all.count == 1)
    #expect(try Data(contentsOf: taken) == Data("not a folder".utf8))
  }
}
