// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// A part of a body: bytes in memory, or a file.
enum BodyPiece: Sendable {
  case data(Data)
  case file(URL)

  fileprivate var length: Int? {
    switch self {
    case .data(let data): data.count
    case .file(let url): url.fileSize
    }
  }
}

extension URL {
  /// The size of the file of now; `nil` if it cannot be known.
  var fileSize: Int? {
    (try? FileManager.default.attributesOfItem(atPath: path(percentEncoded: false))[.size] as? NSNumber)?.intValue
  }
}

extension UploadBody {
  /// The body as chunks that are pulled, whatever it is made of.
  func open() async throws -> @Sendable () async throws -> Data? {
    switch self {
    case .data(let data):
      let reader = PieceReader([.data(data)])
      return { try await reader.next() }
    case .file(let url):
      let reader = PieceReader([.file(url)])
      return { try await reader.next() }
    case .stream(_, let open): return try await open()
    }
  }

  /// Pieces one after the other; a file is read in chunks of 256 kB.
  static func pieces(_ pieces: [BodyPiece]) -> UploadBody {
    let lengths = pieces.map(\.length)
    let isKnown = !lengths.contains { $0 == nil }
    return .stream(length: isKnown ? lengths.compactMap { $0 }.reduce(0, +) : nil) {
      let reader = PieceReader(pieces)
      return { try await reader.next() }
    }
  }
}

/// Reads pieces in order.
private actor PieceReader {
  private var rest: ArraySlice<BodyPiece>
  private var file: FileHandle?

  init(_ pieces: [BodyPiece]) { rest = pieces[...] }

  func next() throws -> Data? {
    while true {
      if let open = file {
        if let chunk = try open.read(upToCount: 256 * 1_024), !chunk.isEmpty { return chunk }
        try open.close()
        file = nil
      }
      guard let piece = rest.popFirst() else { return nil }
      switch piece {
      case .data(let data): if !data.isEmpty { return data }
      case .file(let url): file = try FileHandle(forReadingFrom: url)
      }
    }
  }
}
