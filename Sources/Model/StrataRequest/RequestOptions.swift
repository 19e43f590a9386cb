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
  ///
  /// ``URLSessionTransport`` is not told when a connection is made: there the idle timeout ends the attempt.
  public var connectTimeout: Duration?
  /// How long nothing may arrive or leave. Default `nil`: the client's, 30 seconds.
  public var idleTimeout: Duration?
  /// How long the whole may take, without the wait for a slot. Default `nil`: the client's, 60 seconds.
  public var deadline: Duration?
  /// Names by which requests are cancelled and listed together. Default none.
  public var tags: Set<String> = []
  /// Which requests wait shorter for a slot. Default normal.
  public var priority: RequestPriority = .normal
  /// Whether the client's credential goes with it. Default automatic.
  public var authentication: AuthenticationNeed = .automatic
  /// When it is sent again by itself. Default `nil`: the client's policy.
  public var retry: RetryPolicy?
  /// What the cache may do. Default: what HTTP says.
  public var cache: CachePolicy = .http
  /// The version of what the answer means to the app: an answer that was saved under another one is not used (L2-15). Default 0.
  public var cacheVersion = 0
  /// Whether equal safe requests at the same time share one exchange. Default `true`.
  public var isShared = true
  /// Which networks that cost the user something it may use. Default all; has no effect on Linux.
  public var networks: CostlyNetworks = .all
  /// Called with the number of body bytes sent so far, as they leave; from 0 again on a further attempt. It holds up the
  /// transport: return at once.
  public var onSent: (@Sendable (Int) -> Void)?

  /// Which of two deliveries is wanted.
  package var delivery = DeliveryPart.any
  /// Who sends it, as the cache was told before anything else was done for it.
  package var cacheScope: CacheScope?
  /// What the cache has worked out of the request when it was asked first, for when it is asked again. Whoever changes
  /// the request on its way takes it out.
  package var cacheNote: (any AnyObject & Sendable)?
  /// An answer to keep as if the server had given it; nothing is sent then.
  package var answerToSave: Answer?
  /// The names of headers that hold credentials beside `Authorization` and `Cookie`.
  package internal(set) var credentialHeaders: Set<String> = []
  /// How large a body may be that is read as a whole: then an attempt is good when all of it is here.
  var wholeBodyLimit: Int?
  /// What ends the waits of layers that know it; `nil` where the request has a task of its own to be cancelled.
  var lifetime: Lifetime?
  /// Its number within the client, from 1.
  var number = 0
  /// Takes secrets out of its URL.
  package internal(set) var redaction = Redaction(parameters: [])
  /// Told when the request begins and ends to wait for a slot.
  var onSlotWait: (@Sendable (_ waits: Bool) -> Void)?

  /// Makes the defaults.
  public init() {}
}

/// Whose answers a cache keeps apart from others'.
package struct CacheScope: Hashable, Sendable {
  /// `nil` for nobody's in particular.
  package let name: String?

  package init(name: String?) { self.name = name }
}

/// The part of a request with ``CachePolicy/cacheThenNetwork(maxAge:)`` that is asked for.
package enum DeliveryPart: Hashable, Sendable {
  /// Whichever comes first.
  case any
  /// A saved answer or none.
  case saved
  /// The server's, also where a saved one would do.
  case server
}

/// How urgent a request is, compared with others that wait for a slot (L2-30).
public enum RequestPriority: Int, Comparable, Sendable {
  /// After all others.
  case low
  /// In the order of sending.
  case normal
  /// Before all others.
  case high

  /// Less urgent comes first.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Whether a request carries the client's credential.
public enum AuthenticationNeed: Hashable, Sendable {
  /// Yes, if it goes to the client's base or to one of its named hosts.
  case automatic
  /// Yes, wherever it goes.
  case always
  /// No: a sign-in, or anything public. It never waits for a refresh.
  case never
}
