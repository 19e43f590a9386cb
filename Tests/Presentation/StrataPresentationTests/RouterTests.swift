// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataPresentation
import Testing

@MainActor @Suite struct RouterTests {
  @Test func aDoubleClickOpensOnePage() {
    let router = Router<String>()
    router.push("book")
    router.push("book")
    #expect(router.path == ["book"])
  }

  @Test func goingBackEndsAtTheRoot() {
    let router = Router(path: ["a", "b"])
    router.pop()
    #expect(router.path == ["a"])
    router.popToRoot()
    router.pop()
    #expect(router.path == [])
  }
}
