// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataPresentation
import Testing

private enum Route: Hashable, Codable {
  case list, book(Int), form(String)
}
/// What an older version of the app knows.
private enum OldRoute: Hashable, Codable { case list, book(Int) }

@MainActor @Suite struct RouterPlaceTests {
  private let place = RouterPlace<Route>(
    root: .list, path: [.book(1), .form("Jané"), .book(2)], sheets: [.form("")], link: URL(string: "shop://books/7"))

  private func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "place-\(UUID().uuidString).json")
  }

  @Test func aKilledAppComesBackWhereItWas() throws {
    let file = temporaryFile()
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      let router = Router<Route>(root: .list)
      router.restore(place)
      router.alert = RouterAlert("Delete?", choices: .cancel("No"))
      try JSONEncoder().encode(router.snapshot).write(to: file, options: .atomic)
    }
    let router = Router<Route>()
    router.restore(try JSONDecoder().decode(RouterPlace<Route>.self, from: Data(contentsOf: file)))
    #expect(router.snapshot == place)
    #expect(router.alert == nil && router.hasWaitingLink)
  }

  @Test func pagesOnAnUnknownPageAreLeftOut() throws {
    let bytes = try JSONEncoder().encode(place)
    let old = try JSONDecoder().decode(RouterPlace<OldRoute>.self, from: bytes)
    #expect(old == RouterPlace(root: .list, path: [.book(1)], sheets: [], link: place.link))
  }

  @Test func anUnknownRootLeavesTheRootAsItIsAndTakesItsPagesAway() throws {
    let bytes = try JSONEncoder().encode(RouterPlace<Route>(root: .form(""), path: [.book(1)]))
    let old = try JSONDecoder().decode(RouterPlace<OldRoute>.self, from: bytes)
    #expect(old == RouterPlace(root: nil, path: []))
    let router = Router<OldRoute>(root: .list)
    router.restore(old)
    #expect(router.root == .list && router.path == [])
  }

  @Test(
    arguments: [
      "{}", #"{"path":null}"#, #"{"path":7,"sheets":"x"}"#, #"{"path":[{"nothing":{}}]}"#, #"{"root":[],"link":""}"#,
    ])
  func whatCannotBeReadIsTheStart(text: String) throws {
    let place = try JSONDecoder().decode(RouterPlace<Route>.self, from: Data(text.utf8))
    #expect(place.root == nil && place.path == [] && place.sheets == [])
  }

  @Test func aHalfWrittenFileIsAnErrorAndNoCrash() throws {
    let bytes = try JSONEncoder().encode(place)
    for count in 0..<bytes.count {
      #expect(throws: (any Error).self) {
        _ = try JSONDecoder().decode(RouterPlace<Route>.self, from: bytes.prefix(count))
      }
    }
  }
}
