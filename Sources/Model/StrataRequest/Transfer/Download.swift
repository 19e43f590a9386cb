// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// One download: what is on disk already decides what is asked for.
struct Download: Sendable {
  /// How an attempt ended.
  enum Outcome {
    case whole(DownloadedFile)
    /// What was there is of no use: ask for everything.
    case startOver
    /// The connection was lost, perhaps after some bytes.
    case lost(TransportError, hasGrown: Bool)
  }

  /// An answer that is no file.
  struct Refused: Error {
    let answer: Answer
  }

  private let request: TransportRequest
  private let accepts: @Sendable (Int) -> Bool
  private let file: URL
  private let onProgress: @Sendable (TransferProgress) -> Void

  init(
    _ request: TransportRequest, accepts: @escaping @Sendable (Int) -> Bool, file: URL,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) {
    self.request = request
    self.accepts = accepts
    self.file = file
    self.onProgress = onProgress
  }

  /// Asks for what is missing and takes what comes.
  @concurrent func attempt(_ request: TransportRequest, _ next: Next) async throws -> Outcome {
    let partial = try PartialFile(of: request, beside: file)
    let before = partial.size
    var request = request
    if before > 0, let validator = partial.note?.validator {
      request.headers["Range"] = "bytes=\(before)-"
      request.headers["If-Range"] = validator
    }
    let response = try await next(request)
    guard let total = try await place(response, partial, asked: before) else { return .startOver }
    if let end = total.whole, end == partial.size { return try finish(partial, response, resumedAt: before) }
    let start = partial.size
    report(partial, total.expected)
    do {
      for try await chunk in response.body {
        try partial.append(chunk)
        report(partial, total.expected)
      }
      if let expected = total.expected, partial.size != expected {
        throw TransportError(.interrupted, "\(partial.size) bytes came instead of \(expected)")
      }
    } catch let error as TransportError where [.interrupted, .timedOut].contains(error.kind) {
      return .lost(error, hasGrown: partial.size > start)
    }
    return try finish(partial, response, resumedAt: start)
  }

  /// Makes the partial file ready for what comes.
  ///
  /// - Returns: The length of the whole, and whether it is here already; `nil` where everything must be asked for again.
  private func place(
    _ response: TransportResponse, _ partial: PartialFile, asked: Int
  ) async throws -> (expected: Int?, whole: Int?)? {
    let isAsked = asked > 0 && partial.note?.validator != nil
    switch response.status {
    case 206 where isAsked:
      guard let range = ContentRange(response.headers["Content-Range"]), range.start == asked,
        partial.note?.agrees(with: response.headers) == true
      else {
        try partial.clear()
        return nil
      }
      return (range.total, nil)
    case 416 where isAsked:
      // The validator still holds, and there is nothing behind what is here.
      if ContentRange(response.headers["Content-Range"])?.total == asked { return (asked, asked) }
      try partial.clear()
      return nil
    case let status where accepts(status) && status != 206:
      let length =
        response.headers["Content-Encoding"] == nil ? response.headers["Content-Length"].flatMap { Int($0) } : nil
      try partial.begin(PartialFile.Note(request, response.headers))
      return (length, nil)
    default:
      let body = try await response.body.collect(upTo: 1_024 * 1_024) ?? Data()
      throw Refused(answer: Answer(status: response.status, headers: response.headers, body: body))
    }
  }

  private func report(_ partial: PartialFile, _ total: Int?) {
    onProgress(TransferProgress(bytes: partial.size, total: total))
  }

  private func finish(_ partial: PartialFile, _ response: TransportResponse, resumedAt: Int) throws -> Outcome {
    try partial.move(to: file)
    return .whole(
      DownloadedFile(
        url: file, bytes: partial.size, resumedAt: resumedAt, contentType: response.headers["Content-Type"]))
  }
}

/// `bytes 200-999/1000`, or `bytes */1000` (RFC 9110 section 14.4).
private struct ContentRange {
  let start: Int?
  let total: Int?

  init?(_ text: String?) {
    guard let text, text.hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/")
    guard parts.count == 2 else { return nil }
    start = parts[0].split(separator: "-").first.flatMap { Int($0) }
    total = Int(parts[1])
  }
}
