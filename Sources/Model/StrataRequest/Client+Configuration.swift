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
    /// Measures deadlines and pauses. Default: the continuous clock.
    public var clock: any Clock<Duration> = ContinuousClock()

    init() {}
  }
}
