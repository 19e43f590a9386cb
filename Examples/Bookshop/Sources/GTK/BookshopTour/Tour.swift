// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataGTK

/// What a tour looks at: one line a check in `tour.txt`, one picture a step.
final class Tour {
  private let folder: URL
  private let file: FileHandle
  private var picture: Int
  private(set) var failures = 0

  /// Goes on with the folder's `tour.txt`, or begins it.
  ///
  /// - Parameter folder: Where the pictures and `tour.txt` go.
  init(in folder: URL) throws {
    self.folder = folder
    let text = folder.appending(path: "tour.txt")
    picture = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".png") }.count
    if !FileManager.default.fileExists(atPath: text.path) { try Data().write(to: text) }
    file = try FileHandle(forWritingTo: text)
    try file.seekToEnd()
  }

  /// Writes down whether something held.
  func check(_ sentence: String, _ holds: Bool, _ seen: Any? = nil) {
    if !holds { failures += 1 }
    let detail = seen.map { " (\($0))" } ?? ""
    let line = "\(holds ? "ok    " : "FAILED") \(sentence)\(detail)\n"
    file.write(Data(line.utf8))
    FileHandle.standardOutput.write(Data(line.utf8))
  }

  /// Keeps a picture of the window.
  func snapshot(_ window: some Widget, _ name: String) throws {
    picture += 1
    try window.snapshot(to: folder.appending(path: "\(picture < 10 ? "0" : "")\(picture)-\(name).png").path)
  }
}
