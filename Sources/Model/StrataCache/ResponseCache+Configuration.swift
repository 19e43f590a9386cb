// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import StrataRequest
public import StrataStore

extension ResponseCache {
  /// What a cache keeps, for whom and how long. Every option has a default.
  ///
  /// ```swift
  /// let cache = ResponseCache(at: url) {
  ///   $0.version = Bundle.main.shortVersion
  ///   $0.ignoredParameters = ["timestamp", "signature"]
  /// }
  /// ```
  public struct Configuration: Sendable {
    /// How many bytes the file and its log may take on the disk; what was not used for longest goes first.
    /// Default 100 MB, at least 512 kB.
    public var totalLimit = 100 * 1_024 * 1_024

    /// How many bytes an answer may have; a larger one passes through. Default 5 MB, at most a 16th of the total.
    public var itemLimit = 5 * 1_024 * 1_024

    /// How many bytes are kept in memory as well. Default 4 MB.
    ///
    /// Answers that wait to be written take as many again, or an eighth of the total where that is more; beyond it,
    /// while the file cannot be written, answers are in memory alone. The keys of a file take 16 bytes each.
    public var memoryLimit = 4 * 1_024 * 1_024

    /// The version of the app: answers saved by another one are not used (L2-17). Default empty.
    public var version = ""

    /// Who is signed in, asked at each request: the answers of one scope are never given to another (L2-16).
    ///
    /// Give it where credentials change while the user stays, as access tokens do. Default: no scope, and then
    /// answers belong to the credential (`Authorization`, `Cookie`) that their request carried.
    public var scope: @Sendable () -> String? = { nil }

    /// Names of query parameters that do not count, because they change with every request (W8). Default none.
    public var ignoredParameters: Set<String> = []

    /// Changes the copy of a request that its place in the cache is worked out of, where leaving parameters out is
    /// not enough: a signed body, for instance (L2-21). Default: nothing.
    public var keyFilter: (@Sendable (inout TransportRequest) -> Void)?

    /// How long after its lifetime an answer may stand in where the server cannot be reached or answers 500, 502, 503
    /// or 504, beside what the server itself allows (RFC 5861 section 4). Default: zero.
    public var staleIfError = Duration.zero

    /// Which part of the time since an answer last changed it is fresh, where the server does not say (RFC 9111
    /// section 4.2.2). Default 0.1; zero guesses nothing.
    public var heuristicFraction: Double {
      get { heuristics.fraction }
      set { heuristics.fraction = newValue }
    }

    /// The longest guess. Default 7 days.
    public var heuristicLimit: Duration {
      get { heuristics.limit }
      set { heuristics.limit = newValue }
    }

    /// Measures the tenths of a second after which answers are written, and the pauses before what failed is tried
    /// again. Default: the continuous clock.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The time of day. Default: the system's.
    public var date: @Sendable () -> Date = { Date() }

    /// Told when the file could not be read or written. Default: nobody.
    public var onProblem: (@Sendable (StoreError) -> Void)?

    /// How long another process that writes to the file is waited for. What then fails is a miss, or is tried again.
    package var busyTimeout = Duration.seconds(1)

    var heuristics = Heuristics()

    init() {}
  }
}
