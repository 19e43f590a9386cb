// Part of Strata.
// SPDX-License-Identifier: MIT

/// Rows of pixels, three bytes each, every row after the byte that names its PNG filter: none.
///
/// Rows and the inside of shapes are copied whole, so that it is fast in a debug build too.
struct Canvas {
  let width: Int
  let height: Int
  private(set) var bytes: [UInt8]
  private var stride: Int { 1 + 3 * width }

  /// A canvas whose rows are those given, in turn.
  init(width: Int, height: Int, rows: [[Color]]) {
    self.width = width
    self.height = height
    let turn: [UInt8] = rows.flatMap { row in [0] + row.flatMap { color in [color.red, color.green, color.blue] } }
    bytes = []
    bytes.reserveCapacity((height + rows.count) * (1 + 3 * width))
    while bytes.count < height * (1 + 3 * width) { bytes += turn }
    bytes.removeLast(bytes.count - height * (1 + 3 * width))
  }

  /// Fills a shape, with soft edges.
  mutating func fill(_ shape: Shape, _ color: Color) {
    let solid = [[UInt8]](repeating: [color.red, color.green, color.blue], count: width).flatMap { $0 }
    for y in max(0, Int(shape.top))..<max(0, min(height, Int(shape.bottom.rounded(.up)))) {
      // Four lines within the row tell how much of each pixel at the edges is covered.
      let spans = [0.125, 0.375, 0.625, 0.875].map { clipped(shape.span(Double(y) + $0)) }
      guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max() else { continue }
      let inside =
        (spans.map(\.lowerBound).max() ?? 0).rounded(
          .up)..<max(
          (spans.map(\.lowerBound).max() ?? 0).rounded(.up), (spans.map(\.upperBound).min() ?? 0).rounded(.down))
      let (start, end) = (Int(inside.lowerBound), Int(inside.upperBound))
      let target = y * stride + 1 + 3 * start
      if end > start {
        bytes.replaceSubrange(target..<(target + 3 * (end - start)), with: solid[..<(3 * (end - start))])
      }
      for x in Int(first)..<min(width, Int(last.rounded(.up))) where x < start || x >= end {
        blend(color, at: x, y, spans.map { $0.coverage(of: x) }.reduce(0, +) / 4)
      }
    }
  }

  private func clipped(_ span: ClosedRange<Double>?) -> ClosedRange<Double> {
    (span ?? 0...0).clamped(to: 0...Double(width))
  }

  private mutating func blend(_ color: Color, at x: Int, _ y: Int, _ share: Double) {
    guard share > 0 else { return }
    let place = y * stride + 1 + 3 * x
    let mixed = Color(bytes[place], bytes[place + 1], bytes[place + 2]).mixed(share, of: color)
    (bytes[place], bytes[place + 1], bytes[place + 2]) = (mixed.red, mixed.green, mixed.blue)
  }
}

extension ClosedRange<Double> {
  fileprivate func coverage(of x: Int) -> Double {
    Swift.max(0, Swift.min(upperBound, Double(x + 1)) - Swift.max(lowerBound, Double(x)))
  }
}
