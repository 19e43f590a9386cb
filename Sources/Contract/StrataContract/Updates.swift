// Part of Strata.
// SPDX-License-Identifier: MIT

/// What something is now, and what it becomes.
///
/// The first value comes at once, then one after each change. Changes that come while nobody
/// asks are merged into one, so a slow reader sees the newest value and never a queue.
///
/// ```swift
/// for try await books in shelf.updates() { list.show(books) }
/// ```
///
/// Safe to use from any task; every iteration is a subscription of its own.
public struct Updates<Value: Sendable>: AsyncSequence, Sendable {
  private let read: @Sendable () throws -> Value
  private let changes: @Sendable () -> AsyncStream<Void>
  private let isEqual: (@Sendable (Value, Value) -> Bool)?

  /// Makes updates of a value that is read after each change.
  ///
  /// - Parameters:
  ///   - read: Reads the value as it is now. Called off the caller's actor.
  ///   - changes: Subscribes to changes. Give a stream that buffers the newest one.
  public init(read: @escaping @Sendable () throws -> Value, changes: @escaping @Sendable () -> AsyncStream<Void>) {
    self.read = read
    self.changes = changes
    self.isEqual = nil
  }

  /// Makes updates of a value that is read after each change and left out where it is equal to the one before.
  ///
  /// - Parameters:
  ///   - read: Reads the value as it is now. Called off the caller's actor.
  ///   - changes: Subscribes to changes. Give a stream that buffers the newest one.
  public init(
    read: @escaping @Sendable () throws -> Value, changes: @escaping @Sendable () -> AsyncStream<Void>
  ) where Value: Equatable {
    self.read = read
    self.changes = changes
    self.isEqual = { $0 == $1 }
  }

  /// The value as it is now, read on the caller's thread.
  ///
  /// - Throws: What the source throws.
  public func current() throws -> Value { try read() }

  /// Subscribes, then reads: a change between the two is not missed.
  public func makeAsyncIterator() -> Iterator {
    Iterator(read: read, changes: changes().makeAsyncIterator(), isEqual: isEqual)
  }

  /// Reads after each change.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let read: @Sendable () throws -> Value
    fileprivate var changes: AsyncStream<Void>.Iterator
    fileprivate let isEqual: (@Sendable (Value, Value) -> Bool)?
    private var last: Value?
    private var hasStarted = false

    fileprivate init(
      read: @escaping @Sendable () throws -> Value, changes: AsyncStream<Void>.Iterator,
      isEqual: (@Sendable (Value, Value) -> Bool)?
    ) {
      self.read = read
      self.changes = changes
      self.isEqual = isEqual
    }

    /// The next value that differs from the one before; `nil` when the source ended or the task was cancelled.
    ///
    /// - Throws: What the source throws. The subscription stays: asking again reads again after the next change.
    public mutating func next() async throws -> Value? {
      while true {
        if hasStarted {
          guard await changes.next(isolation: #isolation) != nil else { return nil }
        }
        hasStarted = true
        if Task.isCancelled { return nil }
        let value = try await Self.reading(read)
        if let isEqual, let last, isEqual(last, value) { continue }
        last = value
        return value
      }
    }

    /// A read may touch a disk: never on the caller's actor.
    @concurrent private static func reading(_ read: @Sendable () throws -> Value) async throws -> Value { try read() }
  }
}

@available(*, unavailable)
extension Updates.Iterator: Sendable {}
