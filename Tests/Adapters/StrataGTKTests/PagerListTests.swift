#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataGTK
import StrataPresentation
import XCTest

/// A server whose pages come at once; the page that is `broken` fails.
final class Shelves {
  var asked: [Int] = []
  var broken: Int?
  let total: Int

  init(total: Int) { self.total = total }

  func load(_ query: String, _ page: PageRequest) async throws -> Page<Line> {
    asked.append(page.number)
    if page.number == broken { throw Failure(.timedOut) }
    let first = (page.number - 1) * page.size
    return Page((first..<min(first + page.size, total)).map { Line($0) }, total: total)
  }
}

// L5-01, W34, W36, W37: a paged list loads in time, once per page, and says what failed.
nonisolated final class PagerListTests: XCTestCase {
  func testOnlyAsManyPagesAsFillTheWindowAreAskedFor() throws {
    try withToolkit {
      let shelves = Shelves(total: 1_000)
      let (pager, window) = try showPager(shelves, size: 20)
      Task { await pager.refresh() }
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.first == "row 0" })
      MainLoop.pump(timeout: .milliseconds(300)) { false }
      XCTAssertEqual(shelves.asked, [1])
      try window.scrollToEnd()
      XCTAssertTrue(MainLoop.pump { shelves.asked == [1, 2] && pager.rows.count == 40 })
      MainLoop.pump(timeout: .milliseconds(200)) { false }
      XCTAssertEqual(shelves.asked, [1, 2])
      window.close()
    }
  }

  func testPagesShorterThanTheWindowAreFollowedUntilItIsFull() throws {
    try withToolkit {
      let shelves = Shelves(total: 1_000)
      let (pager, window) = try showPager(shelves, size: 2)
      Task { await pager.refresh() }
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.count > 4 && pager.state == .loaded })
      MainLoop.pump(timeout: .milliseconds(300)) { false }
      XCTAssertLessThan(pager.rows.count, 30)
      XCTAssertEqual(shelves.asked, Array(1...shelves.asked.count))
      window.close()
    }
  }

  func testAFailedPageShowsItsTextAndTheButtonTriesAgain() throws {
    try withToolkit {
      let shelves = Shelves(total: 40)
      shelves.broken = 2
      let (pager, window) = try showPager(shelves, size: 20)
      Task { await pager.refresh() }
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.first == "row 0" })
      try window.scrollToEnd()
      XCTAssertTrue(MainLoop.pump { pager.footer == .failed("The server did not answer in time", action: "Try again") })
      XCTAssertTrue(
        MainLoop.pump {
          try? window.scrollToEnd()
          return window.textsOnScreen.suffix(2) == ["The server did not answer in time", "Try again"]
        })
      XCTAssertEqual(shelves.asked, [1, 2])
      shelves.broken = nil
      try window.find(text: "Try again").click()
      XCTAssertTrue(
        MainLoop.pump {
          try? window.scrollToEnd()
          return window.textsOnScreen.last == "That is all."
        })
      XCTAssertEqual(pager.rows.count, 40)
      window.close()
    }
  }

  func testF5AndControlRRefresh() throws {
    try withToolkit {
      let shelves = Shelves(total: 10)
      let (pager, window) = try showPager(shelves, size: 20)
      window.bind(refreshKeys: pager)
      try window.press("F5")
      XCTAssertTrue(MainLoop.pump { shelves.asked == [1] && !pager.isLoading })
      try window.press("<Control>r")
      XCTAssertTrue(MainLoop.pump { shelves.asked == [1, 1] })
      window.close()
    }
  }

  func testARefreshButtonIsInsensitiveWhileItsModelLoads() throws {
    try withToolkit {
      let shelves = Shelves(total: 10)
      let pager = Pager("", size: 20, load: shelves.load)
      let button = PushButton(refreshing: pager)
      let window = try show(button)
      XCTAssertTrue(button.isSensitive)
      try window.find(accessible: "Refresh").click()
      XCTAssertTrue(MainLoop.pump { !button.isSensitive })
      XCTAssertTrue(MainLoop.pump { button.isSensitive && pager.rows.count == 10 })
      window.close()
    }
  }
}

private func showPager(_ shelves: Shelves, size: Int) throws -> (Pager<String, Line>, ApplicationWindow) {
  let pager = Pager("", size: size, load: shelves.load)
  let list = ListView { LineView() }
  let window = try show(list)
  list.bind(pager, content: \.text)
  return (pager, window)
}
#endif
