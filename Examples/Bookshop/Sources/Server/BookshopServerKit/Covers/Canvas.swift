// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// A colour without transparency.
struct Color: Hashable, Sendable {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Brighter above 1, darker below.
  func scaled(_ factor: Double) -> Color {
    func scale(_ part: UInt8) -> UInt8 { UInt8(max(0, min(255, Double(part) * factor))) }
    return Color(scale(red), scale(green), scale(blue))
  }

  func mixed(_ share: Double, of other: Color) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) + (Double(b) - Double(a)) * share) }
    return Color(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }
}

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

/// An area that every horizontal line crosses at most once.
struct Shape {
  let top: Double
  let bottom: Double
  /// Where the line at a height is inside.
  let span: (_ y: Double) -> ClosedRange<Double>?

  private init(_ top: Double, _ bottom: Double, _ span: @escaping (Double) -> ClosedRange<Double>?) {
    self.top = top
    self.bottom = bottom
    self.span = { y in y >= top && y <= bottom ? span(y) : nil }
  }

  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Shape {
    Shape(y, y + height) { _ in x...(x + width) }
  }

  static func disc(_ x: Double, _ y: Double, _ radius: Double) -> Shape {
    Shape(y - radius, y + radius) {
      let half = max(0, radius * radius - ($0 - y) * ($0 - y)).squareRoot()
      return (x - half)...(x + half)
    }
  }

  static func diamond(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Shape {
    Shape(y - height / 2, y + height / 2) {
      let half = max(0, 1 - abs($0 - y) / (height / 2)) * width / 2
      return (x - half)...(x + half)
    }
  }

  /// A rectangle with a round top.
  static func arch(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Shape {
    let (radius, middle) = (width / 2, x + width / 2)
    return Shape(y, y + height) {
      let above = max(0, y + radius - $0)
      let half = max(0, radius * radius - above * above).squareRoot()
      return (middle - half)...(middle + half)
    }
  }
}
