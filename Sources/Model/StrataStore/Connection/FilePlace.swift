// Part of Strata.
// SPDX-License-Identifier: MIT

/// Whether a file's name may lead elsewhere since the last look along its path.
///
/// Such a look costs a twentieth of a small write. So an open file is asked for its last change instead, which
/// deleting and renaming are; the path is walked after one, and every millisecond for what the file does not know:
/// that a folder above it was renamed.
struct FilePlace {
  private let descriptor: Int32
  private var change = FileChange()
  private var looked = -Double.infinity

  /// Holds on to a file, until `close()`.
  init(path: String) { descriptor = Platform.holdPlace(path) }

  func close() { Platform.releasePlace(descriptor) }

  /// Runs `look`, which says whether the file has moved, unless nothing can have changed.
  mutating func hasMoved(_ look: () -> Bool) -> Bool {
    let now = Platform.uptime
    let change = Platform.lastChange(descriptor)
    if let change, change == self.change, now - looked < 0.001 { return false }
    let hasMoved = look()
    if !hasMoved, let change { (self.change, looked) = (change, now) }
    return hasMoved
  }
}

/// When a file's content, name or rights changed last.
struct FileChange: Equatable {
  var seconds = 0
  var nanoseconds = 0
}

/// What tells a file from every other, whatever it is called.
struct FileIdentity: Equatable {
  var device: UInt64
  var number: UInt64
}
