// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// The URLs that lead into an app: a table of patterns, each with the place it means.
///
/// ```swift
/// let links = DeepLinks<BookRoute>(
///   schemes: ["bookshop"], hosts: ["bookshop.example"],
///   DeepLink("/books/{id}") { link in link["id"].map { RouterPlace(path: [.book($0)]) } },
///   DeepLink("/orders/{number}", needsSignIn: true) { link in
///     link.int("number").map { RouterPlace(path: [.orders, .order($0)]) }
///   })
/// ```
///
/// `bookshop://books/42`, `bookshop:/books/42` and `https://bookshop.example/books/42` are the same link. The first
/// pattern that fits and makes a place is taken. Case counts in paths and not in schemes and hosts (RFC 3986, 6.2.2.1);
/// a slash at the end, empty segments, ports and fragments do not count.
/// Safe to use from any task.
public struct DeepLinks<Route: Hashable>: Sendable {
  private let schemes: Set<String>
  private let hosts: Set<String>
  private let links: [DeepLink<Route>]

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - schemes: The app's own schemes, such as `bookshop`. Default none.
  ///   - hosts: The hosts whose `https` and `http` URLs are the app's. Default none.
  ///   - links: The links, what comes first wins.
  public init(schemes: [String] = [], hosts: [String] = [], _ links: DeepLink<Route>...) {
    self.schemes = Set(schemes.map { $0.lowercased() })
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.links = links
  }

  /// The place that a URL means, or `nil` if the app does not know it.
  ///
  /// - Parameter url: Any URL.
  public func match(_ url: URL) -> Match? {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let segments = segments(of: parts)
    else { return nil }
    for link in links {
      guard let names = link.names(in: segments) else { continue }
      let parameters = DeepLinkParameters(path: names, query: parts.queryItems ?? [])
      if let place = link.place(parameters) { return Match(place: place, needsSignIn: link.needsSignIn) }
    }
    return nil
  }

  /// What a URL means.
  public struct Match {
    /// Where it leads.
    public let place: RouterPlace<Route>
    /// Whether somebody must be signed in there.
    public let needsSignIn: Bool
  }

  /// The decoded segments of the path; of an app's own scheme the host is the first one.
  private func segments(of url: URLComponents) -> [String]? {
    guard let scheme = url.scheme?.lowercased() else { return nil }
    let host = url.host ?? ""
    let isWeb = scheme == "https" || scheme == "http"
    guard isWeb ? hosts.contains(host.lowercased()) : schemes.contains(scheme) else { return nil }
    var segments = isWeb || host.isEmpty ? [] : [host]
    for segment in url.percentEncodedPath.split(separator: "/") {
      // NB: decoded after splitting, so that a slash inside a parameter stays inside.
      guard let text = String(segment).removingPercentEncoding else { return nil }
      segments.append(text)
    }
    return segments
  }
}

extension DeepLinks.Match: Sendable where Route: Sendable {}

/// One row of ``DeepLinks``: a pattern of a path, and the place it means.
///
/// Safe to use from any task.
public struct DeepLink<Route: Hashable>: Sendable {
  /// Whether somebody must be signed in.
  public let needsSignIn: Bool
  let place: @Sendable (DeepLinkParameters) -> RouterPlace<Route>?
  private let pattern: [Substring]

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - pattern: Segments between slashes; one in braces is a parameter, which is never empty: `/books/{id}`.
  ///   - needsSignIn: Whether somebody must be signed in. Default `false`.
  ///   - place: Makes the place; `nil` where the parameters make no sense.
  public init(
    _ pattern: String, needsSignIn: Bool = false,
    place: @escaping @Sendable (DeepLinkParameters) -> RouterPlace<Route>?
  ) {
    self.pattern = pattern.split(separator: "/")
    self.needsSignIn = needsSignIn
    self.place = place
  }

  /// The parameters of a path that fits.
  func names(in segments: [String]) -> [String: String]? {
    guard segments.count == pattern.count else { return nil }
    var names: [String: String] = [:]
    for (part, segment) in zip(pattern, segments) {
      if part.hasPrefix("{"), part.hasSuffix("}") {
        names[String(part.dropFirst().dropLast())] = segment
      } else if part != segment {
        return nil
      }
    }
    return names
  }
}

/// The parameters of a link: those of its path, and those of its query.
///
/// Safe to use from any task.
public struct DeepLinkParameters: Hashable, Sendable {
  private var values: [String: String]

  init(path: [String: String], query: [URLQueryItem]) {
    values = path
    for item in query where values[item.name] == nil { values[item.name] = item.value }
  }

  /// A parameter by its name: of the path, else the first of the query.
  public subscript(name: String) -> String? { values[name] }

  /// A parameter that is a whole number; `nil` if it is none.
  public func int(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
}

/// What became of a link.
public enum DeepLinkOutcome: Hashable, Sendable, CaseIterable {
  /// The user is there.
  case opened
  /// The app does not know it; the user is where they were.
  case unknown
  /// It is kept until somebody signed in.
  case needsSignIn
}
