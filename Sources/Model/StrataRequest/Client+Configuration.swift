// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

extension Client {
  /// What all requests of a client have in common.
  ///
  /// Changed in the closure of ``Client/init(_:transport:configure:)`` and fixed after it.
  public struct Configuration: Sendable {
    /// Further servers by name, for ``Request/on(_:)``. Default none.
    public var hosts: [String: URL] = [:]
    /// Headers of every request; a request's own win. Default none.
    public var headers: Headers = [:]
    /// Parameters of every request: in the form where the body is one, else in the query; a request's own win (W13).
    public var parameters: Parameters = [:]
    /// Reads values. Default: strict JSON.
    public var decoder: any BodyDecoding = PlainJSON()
    /// Writes values. Default: JSON.
    public var encoder: any BodyEncoding = PlainJSON()
    /// How long the whole of a request may take, without the wait for a slot. Default 60 seconds.
    public var timeout: Duration = .seconds(60)
    /// How long nothing may arrive or leave. Default 30 seconds.
    public var idleTimeout: Duration = .seconds(30)
    /// How long making a connection may take. Default 10 seconds.
    public var connectTimeout: Duration = .seconds(10)
    /// How many bytes an answer may have in memory. Default 64 MB.
    public var responseLimit = 64 * 1_024 * 1_024
    /// Names of parameters that no log, event or error shows, beside those given as ``Secret``.
    public var secretParameters: Set<String> = [
      "access_token", "api_key", "apikey", "auth", "client_secret", "code", "key", "password", "refresh_token",
      "secret", "sig", "signature", "token",
    ]
    /// Your layers, outermost first. Default none.
    public var interceptors: [any Layer] = []
    /// The credential of the requests to the base and the named hosts. Default none.
    public var credentials: (any CredentialProviding)?
    /// How many redirects are followed. Default 10.
    public var redirectLimit = 10
    /// The layer that keeps answers. Default none.
    public var cache: (any Caching)?
    /// When a failed request is sent again. Default: three attempts.
    public var retry: RetryPolicy = .exponential()
    /// How many exchanges run at once; the others wait, and their deadlines with them (W17). Default 16.
    public var concurrentRequests = 16
    /// Told of every step of every request, on the task that makes it. Default none.
    public var onEvent: (@Sendable (RequestEvent) -> Void)?
    /// Measures deadlines and pauses. Default: the continuous clock.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The time of day, for `Retry-After`. Default: the system's.
    public var date: @Sendable () -> Date = { Date() }
    /// A number from 0 to 1 that spreads retries. Default: random.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    init() {}

    /// Whether something may change a request before the cache sees it.
    var hasLayersAboveCache: Bool { !interceptors.isEmpty || credentials != nil }

    /// The cache, if it can be asked before everything else.
    var cacheAtOnce: (any Caching)? { hasLayersAboveCache ? nil : cache }

    /// The layers in their one written order, the outermost first.
    func layers(_ base: URL, _ ticker: Ticker, _ events: Events) -> [any Layer] {
      let authentication = credentials.map {
        Authentication($0, home: [base] + Array(hosts.values), events: events) as any Layer
      }
      return interceptors
        + [authentication].compactMap { $0 }
        + [Redirects(limit: redirectLimit, events: events)]
        + [hasLayersAboveCache ? cache.map(AtOnce.init) : nil].compactMap { $0 }
        + [Coalescing(limit: responseLimit, events: events)]
        + [cache].compactMap { $0 }
        + [CacheMissing(), Retry(policy: retry, ticker: ticker, random: random, date: date, events: events)]
        + [SlotLimit(concurrentRequests)]
    }
  }
}
