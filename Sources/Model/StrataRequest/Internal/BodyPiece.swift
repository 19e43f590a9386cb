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
    case .file(let url): try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize
    }
  }
}

extension UploadBody {
  /// Pieces one after the other; a file is read in chunks of 64 kB.
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
        if let chunk = try open.read(upToCount: 64 * 1_024), !chunk.isEmpty { return chunk }
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
