// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import Testing

/// Somebody who uses the shop with nothing but JSON: what is sent and what comes, as dictionaries.
struct Customer: Sendable {
  let shop: Shop
  var access = ""
  var refresh = ""

  /// Somebody who is not signed in.
  init(strangerIn shop: Shop) { self.shop = shop }

  /// Signs in with the right password.
  init(_ shop: Shop, email: String = "ann@example.com", seconds: Int? = nil) async throws {
    self.shop = shop
    let form = #"{"email": "\#(email)", "password": "books"\#(seconds.map { ", \"seconds\": \($0)" } ?? "")}"#
    try take(try await ask(.post, "/v2/tokens", form))
  }

  mutating func take(_ reply: Reply) throws {
    try #require(reply.status == 200)
    access = try #require(reply.data["access"] as? String)
    refresh = try #require(reply.data["refresh"] as? String)
  }

  /// Asks with the access token, if there is one.
  func ask(_ method: HTTPMethod, _ path: String, _ json: String? = nil, key: String? = nil) async throws -> Reply {
    var headers: Headers = [:]
    headers["Authorization"] = access.isEmpty ? nil : "Bearer \(access)"
    headers["Idempotency-Key"] = key
    let body: RequestBody = json.map { .data(Data($0.utf8), contentType: "application/json") } ?? .none
    return try Reply(await shop.client.send(.raw(method, path, headers: headers, body: body)))
  }
}

/// An answer in the shop's envelope.
struct Reply {
  let status: Int
  let headers: Headers
  private let object: [String: Any]

  init(_ answer: Answer) throws {
    status = answer.status
    headers = answer.headers
    object = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
  }

  var code: String { object["code"] as? String ?? "" }
  var message: String { object["message"] as? String ?? "" }
  var fields: [String: String] { object["fields"] as? [String: String] ?? [:] }
  var data: [String: Any] { object["data"] as? [String: Any] ?? [:] }
  var list: [[String: Any]] { object["data"] as? [[String: Any]] ?? [] }
  var isTrue: Bool { object["data"] as? Bool == true }
  var addresses: [[String: Any]] { data["addresses"] as? [[String: Any]] ?? [] }
  func names(_ key: String = "id") -> [String] { addresses.compactMap { $0[key] as? String } }
}
