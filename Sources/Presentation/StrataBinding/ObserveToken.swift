// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract

/// Keeps one binding alive: releasing or cancelling it ends the binding.
///
/// Put it into a ``TokenBag`` or a property. Safe to use and release from any thread;
/// nothing stays registered, and what the binding's closures hold is released at once.
public final class ObserveToken: Sendable {
  private let observing: Observing

  init(_ observing: Observing) { self.observing = observing }

  deinit { observing.end() }

  /// Ends the binding: nothing is applied any more. Again is fine.
  public func cancel() { observing.end() }

  /// Hands the token to a bag.
  public func store(in bag: TokenBag) { bag.insert(self) }
}

/// The bindings of one screen or cell, which end with it.
///
/// ```swift
/// let tokens = TokenBag()
/// observe { model.title } apply: { label.text = $0 }.store(in: tokens)
/// ```
///
/// Safe to use from any thread.
public final class TokenBag: Sendable {
  private let tokens = Locked<[ObserveToken]>([])

  /// Makes an empty bag.
  public init() {}

  /// Keeps a token until ``cancelAll()`` or the bag's release.
  public func insert(_ token: ObserveToken) { tokens.withLock { $0.append(token) } }

  /// Ends every binding in the bag and empties it, for a cell that is reused.
  public func cancelAll() {
    let ended = tokens.withLock { tokens in
      defer { tokens = [] }
      return tokens
    }
    for token in ended { token.cancel() }
  }
}
