// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// What has come of a download so far, on disk, with a note of what it is. Used by one task at a time.
final class PartialFile {
  /// What the bytes are: the address without its secrets, and the server's name for this content.
  struct Note: Codable, Equatable {
    let url: String
    let validator: String?

    init(_ request: TransportRequest, _ headers: Headers) {
      url = request.loggedURL
      validator = Self.validator(headers)
    }

    /// What a part of the content says about the whole; where it says nothing, `If-Range` has decided already.
    func agrees(with headers: Headers) -> Bool {
      guard let validator, validator.hasPrefix("\""), let tag = headers["ETag"] else { return true }
      return tag == validator
    }

    /// A strong tag, or a date that cannot stand for two contents (RFC 9110 section 8.8.2.2).
    private static func validator(_ headers: Headers) -> String? {
      if let tag = headers["ETag"], tag.hasPrefix("\"") { return tag }
      guard let modified = headers["Last-Modified"], let at = HTTPDate.parse(modified),
        let sent = headers["Date"].flatMap({ HTTPDate.parse($0) }), sent.timeIntervalSince(at) >= 1
      else { return nil }
      return modified
    }
  }

  private(set) var note: Note?
  private(set) var size = 0
  private let data: URL
  private let sidecar: URL
  private let isKept: Bool
  private let handle: FileHandle

  /// Opens what an earlier attempt has left, or nothing.
  ///
  /// While another download has it open, this one works on a file of its own that nobody resumes.
  init(of request: TransportRequest, beside file: URL) throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let key = String(request.loggedURL.fnv, radix: 16)
    var data = folder.appending(path: ".strata-\(key).part")
    var handle = try data.openOrMake()
    var isKept = handle.lockAlone()
    while isKept, !handle.isAt(data) {
      // Whoever had it has moved it in between: it is their finished file now.
      handle.unlock()
      handle = try data.openOrMake()
      isKept = handle.lockAlone()
    }
    if !isKept {
      data = folder.appending(path: ".strata-\(UUID().uuidString).part")
      handle = try data.openOrMake()
    }
    self.data = data
    self.isKept = isKept
    self.handle = handle
    sidecar = data.appendingPathExtension("json")
    if isKept, let saved = try? JSONDecoder().decode(Note.self, from: Data(contentsOf: sidecar)),
      saved.url == request.loggedURL, saved.validator != nil
    {
      note = saved
      size = Int(try handle.seekToEnd())
    } else {
      try clear()
    }
  }

  deinit {
    handle.unlock()
    try? handle.close()
    if !isKept { try? FileManager.default.removeItem(at: data) }
  }

  /// Forgets everything.
  func clear() throws {
    try? FileManager.default.removeItem(at: sidecar)
    note = nil
    try handle.truncate(atOffset: 0)
    size = 0
  }

  /// Begins from nothing. The note comes after the old bytes are gone: a kill between leaves no wrong pair.
  func begin(_ note: Note) throws {
    try clear()
    self.note = note
    if isKept, note.validator != nil { try JSONEncoder().encode(note).write(to: sidecar, options: .atomic) }
  }

  /// Adds bytes at the end.
  func append(_ chunk: Data) throws {
    try handle.write(contentsOf: chunk)
    size += chunk.count
  }

  /// Puts the whole file in its place; the note goes first, so that nobody resumes a file that is gone.
  func move(to file: URL) throws {
    try handle.synchronize()
    try? FileManager.default.removeItem(at: sidecar)
    try data.replace(file)
  }
}

extension String {
  /// A short name for a text (FNV-1a); who has the same is told apart by the note.
  fileprivate var fnv: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
