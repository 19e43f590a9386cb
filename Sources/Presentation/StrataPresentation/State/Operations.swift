// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation
public import StrataContract

/// The requests of one screen, told apart: each has a key, and a state of its own (S3-I13).
///
/// For buttons of rows and for a screen that asks for several things. A single action of a screen is a command; rows are
/// a ``Pager``.
///
/// ```swift
/// enum AddressAction: Hashable { case delete(Address.ID), makeDefault(Address.ID) }
/// let operations = Operations<AddressAction>()
/// operations.run(.delete(id)) { try await service.delete(id) }
/// button.isEnabled = !operations.isRunning(.delete(id))
/// ```
///
/// Runs on the main actor. Releasing it cancels what runs.
@MainActor @Observable public final class Operations<Key: Hashable> {
  /// What runs now.
  public private(set) var running: Set<Key> = []

  /// How the last run of a key failed, until it runs again or ``forgetFailure(of:)``. Cancellations are silent.
  public private(set) var failures: [Key: Failure] = [:]

  @ObservationIgnored private var slots: [Key: TaskSlot] = [:]

  /// Makes it with nothing running.
  public init() {}

  /// Runs an operation, unless the same one runs already.
  ///
  /// - Parameters:
  ///   - key: Which operation it is.
  ///   - body: What it does. Runs on the main actor.
  /// - Returns: Whether it was started.
  @discardableResult public func run(_ key: Key, _ body: @escaping @MainActor () async throws -> Void) -> Bool {
    guard running.insert(key).inserted else { return false }
    failures[key] = nil
    let slot = TaskSlot()
    slots[key] = slot
    slot.run { [weak self] turn in
      var failure: Failure?
      do { try await body() } catch { failure = Failure(error) }
      if turn.isCurrent { self?.ended(key, failure) }
    }
    return true
  }

  /// Whether an operation runs.
  public func isRunning(_ key: Key) -> Bool { running.contains(key) }

  /// How an operation failed last, or `nil`.
  public func failure(of key: Key) -> Failure? { failures[key] }

  /// Forgets a failure that was shown.
  public func forgetFailure(of key: Key) { failures[key] = nil }

  /// Cancels an operation; another may start at once.
  public func cancel(_ key: Key) {
    slots.removeValue(forKey: key)?.cancel()
    running.remove(key)
  }

  /// Cancels all.
  public func cancelAll() { for key in running { cancel(key) } }

  /// Returns when nothing runs. For tests.
  public func settled() async {
    while let slot = slots.values.first { await slot.finished() }
  }

  private func ended(_ key: Key, _ failure: Failure?) {
    slots[key] = nil
    running.remove(key)
    if let failure, failure.kind != .cancelled { failures[key] = failure }
  }
}
