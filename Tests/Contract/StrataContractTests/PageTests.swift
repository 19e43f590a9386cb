// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import Testing

@Suite struct PageTests {
  @Test func aPageWithoutACursorIsTheLastOfACursorServer() {
    #expect(Page([1], next: nil).isLast == true)
    #expect(Page([1], next: "").isLast == true)
    #expect(Page([1], next: "").cursor == nil)
    #expect(Page([1], next: "b").isLast == false)
  }

  @Test func convertingRowsKeepsWhatTheServerSaid() {
    let page = Page([1, 2], next: "c", total: 9).map(String.init)
    #expect(page == Page(["1", "2"], next: "c", total: 9))
  }

  @Test func aRequestSaysNumberAndOffsetAtOnce() {
    let third = PageRequest.first(size: 20).next().next(cursor: "x")
    #expect(third.number == 3)
    #expect(third.offset == 40)
    #expect(third.cursor == "x")
    #expect(PageRequest.first().isFirst)
    #expect(!third.isFirst)
  }
}
