// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
import StrataContract
public import StrataRequest
import StrataStore

/// Keeps the answers of a client's requests, on disk and across restarts, and uses them again where that is right.
///
/// It is a private HTTP cache by RFC 9111 and RFC 5861, and it follows the rule of a request where a server sends
/// no cache headers (`CachePolicy`). Make one at the app's root and give it to the client:
///
/// ```swift
/// let cache = ResponseCache(at: URL.cachesDirectory.appending(path: "answers.sqlite")) {
///   $0.scope = { session.user?.id }
/// }
/// let client = Client(base) { $0.cache = cache }
/// let books = try await client.send(.get("/books", returning: [Book].self).cached(.cacheElseNetwork(maxAge: .seconds(600))))
/// ```
///
/// A cache never makes a request fail: a file that cannot be read or written makes misses, and tells
/// ``Configuration-swift.struct/onProblem``. The file is opened by the first request that needs it, readable by its
/// owner only, and made anew where it is damaged.
///
/// Answers are written many at once, when none came for a tenth of a second, or after a second; at once where they are
/// 1,024 or a 32nd of the total. ``settled()`` and ``close()`` write what waits, and a look-up sees it. A process that is
/// killed loses the answers of its last moment, and leaves a file that can be read. Nothing waits for the disk: a power
/// cut may undo more, or damage the file, which is then made anew.
///
/// What a write made worthless (RFC 9111 section 4.4), this cache never uses again from the moment at which the server
/// has answered that write, or its answer was cut off. When the write's own answer is delivered, it is gone from the file as well, unless the file
/// refuses, because another process has kept it locked for a second for instance: then that is tried again by itself,
/// with whatever is written next, and by ``settled()`` and ``close()``. Only if the process ends before one of them
/// succeeds is it found in the file later.
///
/// - Important: Without a ``Configuration-swift.struct/scope`` answers belong to the credential that asked for them.
/// - Note: What one process stores or removes another process on the same file is sure to see after
///   ``noticeOtherProcesses()``.
///
/// Safe to use from any task.
public final class ResponseCache: Caching {
  let storage: CacheStorage
  /// Validations that run beside their requests, by the row they renew.
  let refreshes = Locked(Refreshes())

  /// The version of requests that have none of their own.
  let version: String

  var configuration: Configuration { storage.configuration }

  struct Refreshes: Sendable {
    var tasks: [String: Task<Void, Never>] = [:]
  }

  /// Makes a cache in a file, which is touched by the first request.
  ///
  /// - Important: What else is at the place is taken for a damaged cache, and is replaced.
  /// - Parameters:
  ///   - url: A file URL, best in the caches folder. Missing folders are made.
  ///   - configure: Changes the defaults.
  public convenience init(at url: URL, configure: (inout Configuration) -> Void = { _ in }) {
    self.init(url, configure)
  }

  /// Makes a cache in memory, for tests and previews; it ends with its last reference.
  ///
  /// - Parameter configure: Changes the defaults.
  public static func inMemory(configure: (inout Configuration) -> Void = { _ in }) -> ResponseCache {
    ResponseCache(nil, configure)
  }

  private init(_ url: URL?, _ configure: (inout Configuration) -> Void) {
    var configuration = Configuration()
    configure(&configuration)
    version = configuration.version + "/0"
    storage = CacheStorage(CacheFile(url, configuration), configuration)
  }

  /// Yes: answers are written beside the requests. Only what a write made worthless is waited for, a second at most.
  public var waitsOnlyForNext: Bool { true }

  /// The file; `nil` in memory.
  public var url: URL? { storage.file.url }
}
