// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
import StrataContract

/// The bytes of an answer, pulled chunk by chunk: a slow reader slows the server down.
///
/// Read it once, from one task. Releasing it before its end ends the exchange.
///
/// ```swift
/// for try await chunk in response.body { count += chunk.count }
/// ```
public struct ResponseBody: AsyncSequence, Sendable {
  private let source: Source

  /// Makes a body of a function that gives the next chunk, `nil` at the end.
  ///
  /// - Parameters:
  ///   - next: Called by one reader at a time.
  ///   - stop: Called once, when the body is released or was read to its end or error. Default: nothing.
  public init(next: @escaping @Sendable () async throws -> Data?, stop: @escaping @Sendable () -> Void = {}) {
    source = Source(next: next, stop: stop)
  }

  /// Makes a body of bytes that are here already.
  public init(_ data: Data) { source = Source(data: data) }

  /// Reads everything; `nil` if there is more than `limit`, which ends the exchange.
  ///
  /// - Throws: ``TransportError``, or `CancellationError`.
  public func collect(upTo limit: Int) async throws -> Data? {
    guard var all = try await source.pull() else { return Data() }
    while all.count <= limit {
      guard let chunk = try await source.pull() else { return all }
      all.append(chunk)
    }
    source.end()
    return nil
  }

  /// Reads what nobody wants, so that its connection and its slot are free; ends the exchange where it is much.
  func drop() async { _ = try? await collect(upTo: 64 * 1_024) }

  /// Everything, or an error if there is more than `limit`.
  func whole(upTo limit: Int) async throws -> Data {
    guard let all = try await collect(upTo: limit) else {
      throw TransportError(.malformed, "the answer is larger than \(limit) bytes")
    }
    return all
  }

  /// The next chunk, never empty; `nil` at the end.
  package func pull() async throws -> Data? { try await source.pull() }

  /// Has somebody told all its bytes when it was read to its end; not if they are more than `limit`. A later call takes the
  /// place of an earlier one.
  package func whenWhole(upTo limit: Int, _ tell: @escaping @Sendable (Data) -> Void) {
    source.whenWhole(upTo: limit, tell)
  }

  /// The same body, with something done when it ends or is released.
  package func ending(_ also: @escaping @Sendable () -> Void) -> ResponseBody {
    ResponseBody(next: { [source] in try await source.pull() }, stop: also)
  }

  /// A reader. There is one stream: a second reader gets what the first left.
  public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  /// Reads chunk by chunk.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let source: Source

    /// The next chunk, never empty; `nil` at the end.
    ///
    /// - Throws: ``TransportError``, or `CancellationError`.
    public mutating func next() async throws -> Data? { try await source.pull() }
  }

  /// Its end is the end of the exchange.
  fileprivate final class Source: Sendable {
    private struct State {
      var data: Data?
      var stop: (@Sendable () -> Void)?
      var gathering: Gathering?
    }

    /// What was read so far, for somebody who wants all of it.
    private struct Gathering {
      let limit: Int
      let tell: @Sendable (Data) -> Void
      var bytes = Data()

      /// Whether there is still room.
      mutating func add(_ chunk: Data) -> Bool {
        guard bytes.count + chunk.count <= limit else { return false }
        // NB: a body that came in one piece is not copied.
        if bytes.isEmpty { bytes = chunk } else { bytes.append(chunk) }
        return true
      }
    }

    private let next: (@Sendable () async throws -> Data?)?
    private let state: Locked<State>

    init(next: @escaping @Sendable () async throws -> Data?, stop: @escaping @Sendable () -> Void) {
      self.next = next
      state = Locked(State(stop: stop))
    }

    init(data: Data) {
      next = nil
      state = Locked(State(data: data.isEmpty ? nil : data))
    }

    deinit { end() }

    func whenWhole(upTo limit: Int, _ tell: @escaping @Sendable (Data) -> Void) {
      state.withLock { $0.gathering = Gathering(limit: limit, tell: tell) }
    }

    func pull() async throws -> Data? {
      do {
        let chunk: Data? = if let next { try await next() } else { state.withLock { $0.data.take() } }
        state.withLock { state in
          if let chunk, state.gathering?.add(chunk) == false { state.gathering = nil }
        }
        if chunk == nil {
          let gathered = state.withLock { $0.gathering.take() }
          gathered?.tell(gathered?.bytes ?? Data())
          end()
        }
        return chunk
      } catch {
        end()
        throw error
      }
    }

    func end() { state.withLock { $0.stop.take() }?() }
  }
}

@available(*, unavailable)
extension ResponseBody.Iterator: Sendable {}
