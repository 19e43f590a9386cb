// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// A form of several parts, files among them (RFC 7578); files are streamed from disk, never held in memory.
///
/// ```swift
/// let form = Multipart(.field("title", "Swift"), .file("cover", at: url, type: "image/png"))
/// try await client.send(.post("/books", multipart: form, returning: Book.self))
/// ```
///
/// Safe to use from any task.
public struct Multipart: Sendable {
  /// One part (L1-08).
  public struct Part: Sendable {
    fileprivate enum Content: Sendable {
      case data(Data)
      case file(URL)
    }

    fileprivate let head: String
    fileprivate let content: Content

    /// Text.
    public static func field(_ name: String, _ value: String) -> Part {
      Part(head: disposition(name, nil), content: .data(Data(value.utf8)))
    }

    /// Bytes as a file with a name. Default type: `application/octet-stream`.
    public static func data(
      _ name: String, _ data: Data, fileName: String, type: String = "application/octet-stream"
    ) -> Part {
      Part(head: disposition(name, fileName) + "Content-Type: \(type.oneLine)\r\n", content: .data(data))
    }

    /// A file. Defaults: its own name, `application/octet-stream`.
    public static func file(
      _ name: String, at url: URL, fileName: String? = nil, type: String = "application/octet-stream"
    ) -> Part {
      Part(
        head: disposition(name, fileName ?? url.lastPathComponent) + "Content-Type: \(type.oneLine)\r\n",
        content: .file(url))
    }

    private static func disposition(_ name: String, _ fileName: String?) -> String {
      let file = fileName.map { "; filename=\"\($0.quotedForForm)\"" } ?? ""
      return "Content-Disposition: form-data; name=\"\(name.quotedForForm)\"\(file)\r\n"
    }
  }

  private let parts: [Part]
  private let boundary = "strata-\(UUID().uuidString)"

  /// Makes a form of parts, in order.
  public init(_ parts: Part...) { self.parts = parts }

  /// Makes a form of parts, in order.
  public init(_ parts: [Part]) { self.parts = parts }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// The body: opened anew for each attempt.
  var body: UploadBody {
    var pieces: [BodyPiece] = []
    for part in parts {
      pieces.append(.data(Data("--\(boundary)\r\n\(part.head)\r\n".utf8)))
      switch part.content {
      case .data(let data): pieces.append(.data(data))
      case .file(let url): pieces.append(.file(url))
      }
      pieces.append(.data(Data("\r\n".utf8)))
    }
    pieces.append(.data(Data("--\(boundary)--\r\n".utf8)))
    return .pieces(pieces)
  }
}

extension String {
  /// As browsers write it: quotes and line ends percent-encoded, so that a name cannot add a header.
  fileprivate var quotedForForm: String {
    // NB: by scalars: "\r\n" is one character, which neither "\r" nor "\n" finds.
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"": text += "%22"
      case "\r": text += "%0D"
      case "\n": text += "%0A"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  fileprivate var oneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\r" && $0 != "\n" }))
  }
}
