#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import Observation
import StrataBinding
import StrataGTK
import StrataPresentation
import XCTest

@Observable private final class Root {
  var part = "books" {
    didSet { parts.append(part) }
  }
  @ObservationIgnored var parts: [String] = []
}

// W12: the part on screen is the model's.
nonisolated final class TabStackTests: XCTestCase {
  func testTheModelChoosesThePart() throws {
    try withToolkit {
      let root = Root()
      root.part = "me"
      let (tabs, window) = try showTabs(root)
      XCTAssertEqual(tabs.shown, "me")
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("page me") })
      root.part = "books"
      XCTAssertTrue(MainLoop.pump { tabs.shown == "books" && window.textsOnScreen.contains("page books") })
      XCTAssertEqual(root.parts, ["me", "books"])
      window.close()
    }
  }

  func testAClickInTheBarTellsTheModelOnce() throws {
    try withToolkit {
      let root = Root()
      let (tabs, window) = try showTabs(root)
      XCTAssertTrue(MainLoop.pump { (try? window.find(text: "ME").click()) != nil })
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("page me") })
      XCTAssertEqual(root.parts, ["me"])
      XCTAssertEqual(tabs.shown, "me")
      window.close()
    }
  }

  func testAPartThatIsNotThereChangesNothing() throws {
    try withToolkit {
      let root = Root()
      let (tabs, window) = try showTabs(root)
      root.part = "nowhere"
      UpdateLoop.main.flush()
      XCTAssertEqual(tabs.shown, "books")
      root.part = "me"
      XCTAssertTrue(MainLoop.pump { tabs.shown == "me" })
      window.close()
    }
  }

  func testAPartKeepsItsStateWhileAnotherShows() throws {
    try withToolkit {
      let root = Root()
      let entry = Entry()
      let (_, window) = try showTabs(root, first: entry)
      try entry.type("half a tex")
      root.part = "me"
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("page me") && !entry.isOnScreen })
      root.part = "books"
      XCTAssertTrue(MainLoop.pump { entry.isOnScreen })
      XCTAssertEqual(entry.text, "half a tex")
      window.close()
    }
  }

  func testARoutersRootIsThePartOnScreen() throws {
    try withToolkit {
      let router = Router<String>()
      let tabs = TabStack<String>()
      for part in ["books", "me"] {
        tabs.add(part, title: part, icon: "view-list-symbolic", content: TextLabel("page \(part)"))
      }
      let window = try show(tabs)
      tabs.bind(router)
      XCTAssertEqual(tabs.shown, "books")
      XCTAssertNil(router.root)
      router.root = "me"
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("page me") })
      XCTAssertTrue(MainLoop.pump { (try? window.find(text: "books").click()) != nil })
      XCTAssertEqual(router.root, "books")
      window.close()
    }
  }

  func testTheModelIsReleasedWithTheWindow() throws {
    try withToolkit {
      weak var kept: Root?
      do {
        let root = Root()
        kept = root
        let (_, window) = try showTabs(root)
        root.part = "me"
        window.close()
      }
      XCTAssertTrue(MainLoop.pump { kept == nil })
    }
  }
}

private func showTabs(
  _ root: Root, first: any Widget = TextLabel("page books")
) throws -> (TabStack<String>, ApplicationWindow) {
  let tabs = TabStack<String>()
  tabs.add("books", title: "BOOKS", icon: "system-search-symbolic", content: first)
  tabs.add("me", title: "ME", icon: "avatar-default-symbolic", content: TextLabel("page me"))
  let window = try show(tabs)
  tabs.bind(selection: \.part, of: root)
  return (tabs, window)
}
#endif
