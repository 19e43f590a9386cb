#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataGTK
import StrataPresentation
import XCTest

private typealias Places = Router<String>

// W12: the router's path is what is on screen, and a page that is left is released.
nonisolated final class NavigatorTests: XCTestCase {
  func testAPushedPageShowsAndItsBackButtonLeavesIt() throws {
    try withToolkit {
      let router = Places()
      let window = try showNavigator(router)
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("root") })
      router.push("one")
      XCTAssertTrue(MainLoop.pump { window.isInTransition })
      XCTAssertTrue(
        MainLoop.pump { window.textsOnScreen.contains("page one") && !window.textsOnScreen.contains("root") })
      XCTAssertTrue(MainLoop.pump { !window.isInTransition })
      XCTAssertTrue(MainLoop.pump { (try? window.find(accessible: "Back").click()) != nil })
      XCTAssertEqual(router.path, [])
      XCTAssertTrue(
        MainLoop.pump { window.textsOnScreen.contains("root") && !window.textsOnScreen.contains("page one") })
      window.close()
    }
  }

  func testAPoppedPageIsReleasedWithItsModel() throws {
    try withToolkit {
      let router = Places()
      weak var note: Note?
      let window = try showNavigator(router) { label in
        let model = Note()
        note = model
        label.bind { model.title }
      }
      router.push("one")
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("one") && note != nil })
      router.pop()
      XCTAssertTrue(MainLoop.pump { note == nil })
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("root") })
      window.close()
    }
  }

  func testEscapeAndAltLeftGoBack() throws {
    try withToolkit {
      let router = Places()
      let window = try showNavigator(router)
      router.path = ["one", "two"]
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("page two") })
      try window.press("Escape")
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen == ["one", "page one"] })
      try window.press("<Alt>Left")
      XCTAssertEqual(router.path, [])
      try window.press("Escape")
      XCTAssertThrowsError(try window.press("F9"))
      window.close()
    }
  }

  func testAPageThatAsksFirstStaysUntilTheRouterLeavesIt() throws {
    try withToolkit {
      let router = Places()
      var asked = 0
      let navigator = Navigator(root: NavigationPage("Root", content: TextLabel("root")))
      navigator.bind(router) { route in
        let page = NavigationPage(route, content: TextLabel("page \(route)"))
        page.onLeave { asked += 1 }
        return page
      }
      let window = try show(navigator.expanding())
      router.push("form")
      XCTAssertTrue(MainLoop.pump { (try? window.find(accessible: "Back").click()) != nil })
      try window.press("Escape")
      XCTAssertEqual(asked, 2)
      XCTAssertEqual(router.path, ["form"])
      router.pop()
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("root") })
      window.close()
    }
  }

  func testManyFastPushesAndPopsEndWhereTheRouterIs() throws {
    try withToolkit {
      let router = Places()
      let window = try showNavigator(router)
      for step in 0..<60 {
        if step % 3 == 2 { router.popToRoot() } else { router.push("\(step)") }
        UpdateLoop.main.flush()
        MainLoop.drain()
      }
      router.path = ["a", "b", "c"]
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("page c") && window.textsOnScreen.count == 2 })
      router.path = ["a"]
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("page a") && window.textsOnScreen.count == 2 })
      window.close()
    }
  }

  func testTheRootKeepsItsPlaceInTheList() throws {
    try withToolkit {
      let router = Places()
      LineView.reset()
      let list = ListView { LineView() }
      let navigator = Navigator(root: NavigationPage("Root", content: list))
      navigator.bind(router) { NavigationPage($0, content: TextLabel("page \($0)")) }
      let window = try show(navigator.expanding())
      list.bind(Lines((0..<500).map { Line($0) }), content: \.text)
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("row 0") })
      try window.scrollToEnd()
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.last == "row 499" })
      router.push("one")
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen == ["one", "page one"] })
      router.pop()
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.last == "row 499" })
      window.close()
    }
  }
}

/// A navigator in a window; `fill` gets a label of each pushed page.
private func showNavigator(
  _ router: Places, fill: @escaping (TextLabel) -> Void = { _ in }
) throws -> ApplicationWindow {
  let navigator = Navigator(root: NavigationPage("Root", content: TextLabel("root")))
  navigator.bind(router) { route in
    let label = TextLabel("page \(route)")
    fill(label)
    return NavigationPage(route, content: label)
  }
  return try show(navigator.expanding())
}
#endif
