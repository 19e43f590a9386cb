// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
import StrataContract

/// How far a transfer is.
public struct TransferProgress: Hashable, Sendable {
  /// How many bytes are here, those of an earlier attempt included.
  public let bytes: Int
  /// How many there will be; `nil` where nobody says.
  public let total: Int?

  /// Makes a progress.
  public init(bytes: Int, total: Int?) {
    self.bytes = bytes
    self.total = total
  }

  /// From 0 to 1; `nil` where nobody says how much there will be.
  public var fraction: Double? {
    total.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 }
  }
}

/// A file that was downloaded.
public struct DownloadedFile: Hashable, Sendable {
  /// Where it is.
  public let url: URL
  /// How long it is, in bytes.
  public let bytes: Int
  /// How many of them an earlier, broken attempt had brought already.
  public let resumedAt: Int
  /// What the server calls its type.
  public let contentType: String?
}

extension Client {
  /// Downloads into a file, and goes on where an earlier attempt broke off (L2-29, W18).
  ///
  /// The bytes go to a hidden file beside `file`, with a note of what they are; both survive the process. The next
  /// download of the same address into the same folder asks for the rest (`Range` with `If-Range`, RFC 9110
  /// section 13.1.5) if the server named the content by a strong `ETag` or a safe `Last-Modified`; the server
  /// sends the rest, or everything if the content has changed. Only a whole file takes the place of `file`.
  /// The address counts without secret parameters, so a link that is signed anew resumes too.
  ///
  /// ```swift
  /// let file = try await client.download(.data("/films/7.mp4"), to: folder.appending(path: "7.mp4")) { progress in
  ///   print(progress.fraction ?? 0)
  /// }
  /// ```
  ///
  /// To pause, cancel the task; to resume, download again. A lost connection is resumed by itself as the request's
  /// ``RetryPolicy`` says, counted anew whenever something has come. There is no deadline for the whole unless the
  /// request has one (``Request/within(_:)``). Runs off the caller's actor; `onProgress` too.
  ///
  /// - Parameters:
  ///   - request: Its body, headers, tags and status rule count; what it reads does not. Saved answers are not used.
  ///   - file: Replaced when the download is whole.
  ///   - onProgress: Called after each chunk.
  /// - Throws: ``RequestError``; where the disk refuses, with the reason `unexpected` and its error as `underlying`.
  @concurrent @discardableResult public func download<Response>(
    _ request: Request<Response>, to file: URL, onProgress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws(RequestError) -> DownloadedFile {
    var outgoing = try prepare(request)
    outgoing.options.cache = .networkOnly
    outgoing.options.isShared = false
    if outgoing.headers["Accept-Encoding"] == nil { outgoing.headers["Accept-Encoding"] = "identity" }
    let policy = request.options.retry ?? configuration.retry
    let download = Download(outgoing, accepts: request.accepts, file: file, onProgress: onProgress)
    return try await run(outgoing, limit: request.options.deadline) { listed in
      try await resuming(policy, listed) { try await download.attempt(listed, next) }
    }
  }

  /// Sends a file as the body of a request, with its progress.
  ///
  /// The file is read as it is sent. There is no deadline for the whole unless the request has one.
  ///
  /// ```swift
  /// let film = try await client.upload(url, type: "video/mp4", with: .post("/films", returning: Film.self))
  /// ```
  ///
  /// - Parameters:
  ///   - file: What is sent.
  ///   - type: Its `Content-Type`. Default: `application/octet-stream`.
  ///   - request: Everything but the body.
  ///   - onProgress: Called as bytes leave; from 0 again on a further attempt.
  /// - Throws: ``RequestError``.
  @concurrent public func upload<Response>(
    _ file: URL, type: String = "application/octet-stream", with request: Request<Response>,
    onProgress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws(RequestError) -> Response {
    var request = request
    request.body = .file(file, contentType: type)
    request.options.deadline = request.options.deadline ?? .unlimited
    let total = file.fileSize
    return try await send(request.onSent { onProgress(TransferProgress(bytes: $0, total: total)) })
  }

  /// Repeats an attempt that was lost, with pauses, as long as attempts bring something.
  private func resuming(
    _ policy: RetryPolicy, _ request: TransportRequest, _ attempt: () async throws -> Download.Outcome
  ) async throws -> DownloadedFile {
    var (failures, beginnings) = (0, 1)
    while true {
      switch try await attempt() {
      case .whole(let file): return file
      case .startOver:
        beginnings += 1
        // Once is always right: what is here may be of older content.
        guard beginnings <= max(2, policy.maxAttempts) else {
          throw TransportError(.malformed, "the server's parts do not belong to what it sent before")
        }
      case .lost(let error, let hasGrown):
        failures = hasGrown ? 1 : failures + 1
        guard failures < policy.maxAttempts, request.isReplayable else { throw error }
        let pause = policy.pause(after: failures, random: configuration.random())
        events.send(.willRetry(attempt: failures + 1, after: pause), of: request)
        try await ticker.sleep(ticker.now() + pause)
      }
    }
  }

  /// Runs work for a request: listed, within a deadline if there is one, its end told.
  private func run(
    _ request: TransportRequest, limit: Duration?,
    _ work: @escaping @Sendable (TransportRequest) async throws -> DownloadedFile
  ) async throws(RequestError) -> DownloadedFile {
    let start = ticker.now()
    events.send(.started, of: request)
    do {
      let lifetime = Lifetime(limit ?? .unlimited, watch)
      let file = try await run(request, lifetime) { listed in try await lifetime.run { try await work(listed) } }
      events.send(.finished(status: 200, bytes: file.bytes, origin: .network, took: ticker.now() - start), of: request)
      return file
    } catch {
      let refused = (error as? Download.Refused)?.answer
      let error = RequestError(refused.map { StatusRefused(status: $0.status) } ?? error, request, refused)
      events.send(.failed(error, took: ticker.now() - start), of: request)
      throw error
    }
  }
}
