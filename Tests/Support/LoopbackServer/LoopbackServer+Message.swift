#if Loopback
// Part of Strata.
// SPDX-License-Identifier: MIT

extension LoopbackServer {
  /// A name and a value, of a header or of a query item. Header names compare without regard to case.
  public struct Field: Hashable, Sendable {
    /// As it was sent.
    public var name: String
    /// As it was sent; percent-decoded in a query. Empty for an item without `=`.
    public var value: String

    /// Pairs a name with a value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What a client asked.
  public struct Request: Sendable {
    /// `GET`, `POST` and so on, as sent.
    public let method: String
    /// The path and the query as sent, for those who decode them by rules of their own: `/covers/7?size=a%20b`.
    public let target: String
    /// Percent-decoded, without the query: `/covers/7`.
    public let path: String
    /// Percent-decoded, in the order sent, duplicates included.
    public let query: [Field]
    /// In the order sent, duplicates included.
    public let headers: [Field]
    /// The whole upload; empty if there was none.
    public let body: [UInt8]

    /// The first value of a query item, or nil; names are case-sensitive.
    public func query(_ name: String) -> String? {
      query.first { $0.name == name }?.value
    }

    /// The first value of a header, or nil; names are case-insensitive (RFC 9110, 5.1).
    public func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  /// What the server answers.
  ///
  /// ```swift
  /// LoopbackServer.Response(status: 404, headers: [.init("Content-Type", "text/plain")], text: "no such book")
  /// ```
  public struct Response: Sendable {
    /// What follows the header.
    public enum Body: Sendable {
      /// Sent with a `Content-Length`.
      case bytes([UInt8])
      /// Sent with `Transfer-Encoding: chunked`, each element as it arrives. A stream that throws cuts the
      /// connection, so that the client sees a body that broke off.
      case stream(AsyncThrowingStream<[UInt8], any Error>)
    }

    /// 200 ... 599.
    public var status: Int
    /// Sent in this order; `Date`, `Content-Length` and `Connection` are the server's to add.
    public var headers: [Field]
    /// Not sent to a `HEAD`, whose `Content-Length` still tells its size.
    public var body: Body
    /// How long the server waits before it answers, by the `wait` it was started with.
    public var delay: Duration

    /// A response with a body of bytes or a stream of them.
    public init(status: Int = 200, headers: [Field] = [], body: Body = .bytes([]), delay: Duration = .zero) {
      self.status = status
      self.headers = headers
      self.body = body
      self.delay = delay
    }

    /// A response with a text, as UTF-8.
    public init(status: Int = 200, headers: [Field] = [], text: String, delay: Duration = .zero) {
      self.init(status: status, headers: headers, body: .bytes(Array(text.utf8)), delay: delay)
    }
  }
}
#endif
