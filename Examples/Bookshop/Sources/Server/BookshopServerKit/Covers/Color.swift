// Part of Strata.
// SPDX-License-Identifier: MIT

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
