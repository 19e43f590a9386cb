// Part of Strata.
// SPDX-License-Identifier: MIT

extension String {
  /// Without spaces, tabs and line ends around it.
  var trimmingWhitespace: String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
    else { return "" }
    if first == startIndex, utf8.index(after: last) == endIndex { return self }
    return String(self[first...last])
  }
}
