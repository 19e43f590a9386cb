// Part of Strata.
// SPDX-License-Identifier: MIT

/// A value behind a lock, for state that several threads share.
///
/// It is a pthread mutex on Linux and an unfair lock on Apple platforms, because ThreadSanitizer
/// reads those right (it misreads `Mutex`). It is not recursive: hold it briefly and call nothing of
/// others inside. Safe to use from any task.
///
/// ```swift
/// let count = Locked(0)
/// count.withLock { $0 += 1 }
/// ```
// @unchecked: `value` is only touched between acquiring and releasing the lock.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let lock = PlatformLock()
  // The lock keeps two accesses apart, so Swift need not look for them at run time: half of what a free lock costs.
  @exclusivity(unchecked) @usableFromInline var value: Value

  /// Makes a lock around a value.
  package init(_ value: consuming sending Value) {
    self.value = value
  }

  /// Runs `body` with the value, alone.
  ///
  /// - Throws: What `body` throws.
  @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.acquire()
    defer { lock.release() }
    return try body(&value)
  }

  /// Runs `body` with the value if nobody holds the lock now; never waits.
  ///
  /// - Returns: What `body` returned, or `nil` if the lock was held.
  /// - Throws: What `body` throws.
  @inlinable package func withLockIfFree<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard lock.acquireIfFree() else { return nil }
    defer { lock.release() }
    return try body(&value)
  }
}
