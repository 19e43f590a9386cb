#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataGTK
import StrataPresentation
import StrataTesting
import XCTest

/// One red pixel.
private let pixel = Data(
  base64Encoded:
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==")!

/// What rows ask for.
final class Covers {
  var asked: [Int] = []
  var cancelled = 0
  let gate = Gate()

  func data(_ id: Int) async throws -> Data {
    asked.append(id)
    do { try await gate.pass() } catch {
      cancelled += 1
      throw error
    }
    return pixel
  }
}

private final class CoverView: RowView {
  private let picture = Picture(width: 40, height: 40)
  private let label = TextLabel()
  private let covers: Covers
  let root: Box

  init(_ covers: Covers) {
    self.covers = covers
    root = Box(.horizontal, [picture, label])
  }

  func show(_ content: Line) {
    label.text = content.text
    picture.show(id: content.id) { [covers] in try await covers.data(content.id) }
  }

  func clear() { picture.clear() }
}

// W13: a picture is the row's own, or none.
nonisolated final class PictureTests: XCTestCase {
  func testBytesBecomeAPicture() throws {
    try withToolkit {
      let picture = Picture(width: 30, height: 30)
      let window = try show(picture)
      picture.show(id: 1) { pixel }
      XCTAssertFalse(picture.isLoaded)
      XCTAssertTrue(MainLoop.pump { picture.isLoaded })
      window.close()
    }
  }

  func testMissingAndBrokenBytesLeaveThePlaceholder() throws {
    try withToolkit {
      let picture = Picture(width: 30, height: 30)
      let window = try show(picture)
      var ended = 0
      for (id, bytes) in [Data(), Data("no picture".utf8), pixel.prefix(20)].enumerated() {
        picture.show(id: id) {
          ended += 1
          return bytes
        }
        XCTAssertTrue(MainLoop.pump { ended == id + 1 })
        MainLoop.pump(timeout: .milliseconds(50)) { picture.isLoaded }
        XCTAssertFalse(picture.isLoaded)
      }
      picture.show(id: 2) { pixel }
      XCTAssertTrue(MainLoop.pump { picture.isLoaded })
      window.close()
    }
  }

  func testALateLoadNeverReplacesANewerPicture() throws {
    try withToolkit {
      let picture = Picture(width: 30, height: 30)
      let window = try show(picture)
      let old = Gate()
      var isOldDone = false
      picture.show(id: "old") {
        // NB: a load that does not notice its cancellation.
        try? await old.pass()
        isOldDone = true
        return pixel
      }
      MainLoop.drain()
      picture.show(id: "new") { throw CancellationError() }
      old.open()
      XCTAssertTrue(MainLoop.pump { isOldDone })
      MainLoop.pump(timeout: .milliseconds(50)) { picture.isLoaded }
      XCTAssertFalse(picture.isLoaded)
      window.close()
    }
  }

  func testOnlyRowsInSightLoadAndRowsThatLeaveCancel() throws {
    try withToolkit {
      let covers = Covers()
      let lines = Lines((0..<1_000).map { Line($0) })
      let list = ListView { CoverView(covers) }
      let window = try show(list)
      list.bind(lines) { $0 }
      XCTAssertTrue(MainLoop.pump { covers.asked.contains(0) && covers.asked.contains(3) })
      MainLoop.pump(timeout: .milliseconds(100)) { false }
      XCTAssertLessThan(covers.asked.count, 20)
      let first = covers.asked.count
      try window.scrollToEnd()
      // NB: GTK keeps the rows around the one that has the focus.
      XCTAssertTrue(MainLoop.pump { covers.asked.contains(999) && covers.cancelled >= first - 5 })
      XCTAssertLessThan(covers.asked.count, 40)
      window.close()
      XCTAssertTrue(MainLoop.pump { covers.cancelled == covers.asked.count })
    }
  }
}
#endif
