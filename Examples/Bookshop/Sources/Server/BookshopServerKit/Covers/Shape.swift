// Part of Strata.
// SPDX-License-Identifier: MIT

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
