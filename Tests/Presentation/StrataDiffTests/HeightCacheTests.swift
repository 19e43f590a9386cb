// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataDiff
import Testing

@Suite(.timeLimit(.minutes(1))) struct HeightCacheTests {
  private final class Layout {
    var measured = 0
    var height = 44.0
    func measure() -> Double {
      measured += 1
      return height
    }
  }

  private let layout = Layout()

  @Test func heightIsMeasuredOncePerWidthAndContent() {
    let cache = HeightCache<Int>()
    for _ in 0..<3 { #expect(cache.height(of: 1, width: 320, measure: layout.measure) == 44) }
    #expect(layout.measured == 1)
    _ = cache.height(of: 1, width: 480, measure: layout.measure)
    _ = cache.height(of: 2, width: 320, measure: layout.measure)
    #expect(layout.measured == 3)
    _ = cache.height(of: 1, width: 320, measure: layout.measure)
    #expect(layout.measured == 3)
  }

  @Test func otherContentMeasuresAnewAndForgetsTheOld() {
    let cache = HeightCache<Int>()
    _ = cache.height(of: 1, width: 320, revision: 1, measure: layout.measure)
    layout.height = 88
    #expect(cache.height(of: 1, width: 320, revision: 2, measure: layout.measure) == 88)
    #expect(cache.height(of: 1, width: 320, revision: 1, measure: layout.measure) == 88)
    #expect(layout.measured == 3)
  }

  // FDTemplateLayoutCell #181, #400.
  @Test(arguments: [0.0, -1]) func nothingIsRememberedAtWidthZero(width: Double) {
    let cache = HeightCache<Int>()
    layout.height = 0
    #expect(cache.height(of: 1, width: width, measure: layout.measure) == 0)
    layout.height = 44
    #expect(cache.height(of: 1, width: width, measure: layout.measure) == 44)
    #expect(cache.height(of: 1, width: 320, measure: layout.measure) == 44)
    #expect(cache.count == 1)
  }

  // FDTemplateLayoutCell #195.
  @Test func invalidatingInsideTheMeasurementIsHeeded() {
    let cache = HeightCache<Int>()
    let first = cache.height(of: 1, width: 320) {
      cache.invalidate(1)
      return 10
    }
    #expect(first == 10)
    #expect(cache.height(of: 1, width: 320) { 20 } == 20)
    #expect(cache.height(of: 1, width: 320) { 30 } == 20)
  }

  // FDTemplateLayoutCell #68: heights follow their rows, not their places.
  @Test func heightsFollowTheirRows() {
    let cache = HeightCache<Int>()
    var rows = [1, 2, 3, 4]
    for row in rows { _ = cache.height(of: row, width: 320) { Double(row) * 10 } }
    rows.remove(at: 1)
    rows.swapAt(0, 2)
    #expect(rows.map { cache.height(of: $0, width: 320) { -1 } } == [40, 30, 10])
  }

  @Test func rowsThatAreGoneAreForgotten() {
    let cache = HeightCache<Int>()
    for row in 0..<150 { _ = cache.height(of: row, width: 320, measure: layout.measure) }
    cache.keep(only: 100..<400)
    #expect(cache.count == 50)
    cache.invalidateAll()
    #expect(cache.count == 0)
  }

  @Test func oddHeightsAreReportedWithTheirRow() {
    var reports: [String] = []
    let cache = HeightCache<String> { reports.append("\($0) \($1) \($2)") }
    _ = cache.height(of: "empty", width: 320) { 0 }
    _ = cache.height(of: "blurred", width: 320) { 44.5 }
    _ = cache.height(of: "fine", width: 320) { 44 }
    _ = cache.height(of: "early", width: 0) { 0 }
    #expect(reports == ["empty 0.0 none", "blurred 44.5 fraction"])
  }

  @Test func fewWidthsAreRemembered() {
    let cache = HeightCache<Int>()
    for width in 1...100 { _ = cache.height(of: 1, width: Double(width), measure: layout.measure) }
    _ = cache.height(of: 1, width: 100, measure: layout.measure)
    #expect(layout.measured == 100)
    _ = cache.height(of: 1, width: 1, measure: layout.measure)
    #expect(layout.measured == 101)
  }
}
