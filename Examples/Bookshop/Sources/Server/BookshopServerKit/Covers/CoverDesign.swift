// Part of Strata.
// SPDX-License-Identifier: MIT

/// How a cloth-bound book looks: derived from its id, and the same every time.
struct CoverDesign {
  private enum Emblem: CaseIterable { case disc, diamond, label, arch }

  private static let cloths = [
    Color(28, 45, 80), Color(110, 28, 42), Color(31, 72, 52), Color(22, 90, 98), Color(168, 112, 36),
    Color(78, 40, 84), Color(66, 78, 92), Color(146, 64, 36), Color(90, 94, 48), Color(34, 32, 56),
    Color(150, 76, 88), Color(58, 44, 36),
  ]
  private static let foils = [Color(217, 182, 104), Color(238, 228, 204), Color(206, 211, 217)]

  private let cloth: Color
  private let foil: Color
  private let emblem: Emblem
  private let bands: Int
  private let letter: [UInt8]?
  private let seed: UInt64

  init(id: String) {
    var hash = id.stableHash
    // The low bits of neighbours are alike.
    hash = (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15
    seed = hash ^ hash >> 32
    let pick = { [seed] (count: Int, shift: Int) in Int((seed >> UInt64(shift)) % UInt64(count)) }
    cloth = Self.cloths[pick(Self.cloths.count, 0)]
    foil = Self.foils[pick(Self.foils.count, 8)]
    emblem = Emblem.allCases[pick(Emblem.allCases.count, 16)]
    bands = pick(3, 24)
    let name = ["the-", "an-", "a-"].first(where: id.hasPrefix).map { id.dropFirst($0.count) } ?? id[...]
    letter = name.first.flatMap(BlockLetters.cells)
  }

  /// The cover at a width; its height is one and a half times that.
  func painted(width: Int) -> Canvas {
    let height = width * 3 / 2
    var canvas = Canvas(width: width, height: height, rows: weave(width))
    let unit = Double(width)
    frame(&canvas, unit)
    for band in 0..<bands {
      let offset = 0.17 + 0.035 * Double(band)
      for y in [offset, 1.5 - offset - 0.012] {
        canvas.fill(.rectangle(0.24 * unit, y * unit, 0.64 * unit, 0.012 * unit), foil)
      }
    }
    panel(&canvas, unit)
    stamp(&canvas, unit)
    return canvas
  }

  /// Four rows of cloth, with the round spine and the groove beside it.
  private func weave(_ width: Int) -> [[Color]] {
    var noise = seed | 1
    return (0..<4).map { row in
      (0..<width).map { column in
        noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let grain = Double(noise >> 56) / 255 * 0.07 + ((row + column) % 2 == 0 ? 0.03 : 0)
        return cloth.scaled(0.95 + grain + shade(Double(column) / Double(width)))
      }
    }
  }

  private func shade(_ x: Double) -> Double {
    switch x {
    case ..<0.08: -0.34 + 0.28 * (1 - abs(x - 0.04) / 0.04)
    case ..<0.10: -0.45
    case ..<0.12: 0.10
    default: 0.04 - 0.10 * x
    }
  }

  private func frame(_ canvas: inout Canvas, _ unit: Double) {
    for (inset, line) in [(0.055, 0.012), (0.080, 0.005)] {
      let (left, right, top, bottom) = (0.12 + inset, 1 - inset, inset, 1.5 - inset)
      for (x, y, width, height) in [
        (left, top, right - left, line), (left, bottom - line, right - left, line), (left, top, line, bottom - top),
        (right - line, top, line, bottom - top),
      ] {
        canvas.fill(.rectangle(x * unit, y * unit, width * unit, height * unit), foil)
      }
    }
  }

  /// The emblem's plate, with a line of cloth inside its edge.
  private func panel(_ canvas: inout Canvas, _ unit: Double) {
    let (x, y) = (Self.middle * unit, 0.75 * unit)
    for (size, color) in [(1.0, foil), (0.94, cloth.scaled(0.8)), (0.90, foil)] {
      let length = size * unit
      switch emblem {
      case .disc: canvas.fill(.disc(x, y, 0.27 * length), color)
      case .diamond: canvas.fill(.diamond(x, y, 0.64 * length, 0.86 * length), color)
      case .label: canvas.fill(.rectangle(x - 0.24 * length, y - 0.29 * length, 0.48 * length, 0.58 * length), color)
      case .arch: canvas.fill(.arch(x - 0.23 * length, y - 0.33 * length, 0.46 * length, 0.62 * length), color)
      }
    }
  }

  /// The initial, on whole pixels: its cells must not show seams.
  private func stamp(_ canvas: inout Canvas, _ unit: Double) {
    guard let letter else { return }
    let cell = max(1, (0.046 * unit).rounded())
    let left = (Self.middle * unit - cell * Double(BlockLetters.columns) / 2).rounded()
    let top = (0.75 * unit - cell * Double(BlockLetters.rows) / 2).rounded()
    for (row, cells) in letter.enumerated() {
      for column in 0..<BlockLetters.columns where cells & (0x10 >> UInt8(column)) != 0 {
        canvas.fill(
          .rectangle(left + Double(column) * cell, top + Double(row) * cell, cell, cell), cloth.scaled(0.72))
      }
    }
  }

  /// Of the board, which begins at the groove.
  private static let middle = 0.56
}
