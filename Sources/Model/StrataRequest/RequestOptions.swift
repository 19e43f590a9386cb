// Part of Strata.
// SPDX-License-Identifier: MIT

/// How a request is treated on its way: timeouts, tags and the wishes that single layers read.
///
/// Set them on a ``Request`` through its functions (`.tagged("cart")`, `.within(.seconds(5))`);
/// layers and transports read them here. Safe to use from any task.
public struct RequestOptions: Sendable {
  /// The header that carries an idempotency key.
  public static let idempotencyHeader = "Idempotency-Key"

  /// How long making a connection may take. Default `nil`: the client's, 10 seconds.
  public var connectTimeout: Duration?
  /// How long nothing may arrive or leave. Default `nil`: the client's, 30 seconds.
  public var idleTimeout: Duration?
  /// How long the whole may take, without the wait for a slot. Default `nil`: the client's, 60 seconds.
  public var deadline: Duration?
  /// Names by which requests are cancelled and listed together. Default none.
  public var tags: Set<String> = []
  /// Called with the number of body bytes sent so far, as they leave; from 0 again on a further attempt.
  public var onSent: (@Sendable (Int) -> Void)?
  /// Told when the request begins and ends to wait for a slot.
  var onSlotWait: (@Sendable (_ waits: Bool) -> Void)?

  /// Makes the defaults.
  public init() {}
}
