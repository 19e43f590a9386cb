// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import StrataContract

/// An answer with its whole body, not yet read as anything.
///
/// Most requests return a value instead; ask for this where headers or statuses matter.
///
/// ```swift
/// let answer = try await client.send(.raw(.get, "/v2/books"))
/// ```
public struct Answer: Sendable, CustomStringConvertible {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: Headers
  /// The body.
  public var body: Data
  /// Where it came from.
  public var origin: Origin

  /// Makes an answer. Defaults: 200, no headers, no body, from the network.
  public init(status: Int = 200, headers: Headers = [:], body: Data = Data(), origin: Origin = .network) {
    self.status = status
    self.headers = headers
    self.body = body
    self.origin = origin
  }

  /// The status, and how much there is of the rest.
  public var description: String { "\(status), \(headers.fields.count) headers, \(body.count) bytes" }

  /// The body as text: UTF-8, with bytes that are none replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
