// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation
internal import LoopbackServer

/// How everything that is not the catalogue answers: `{"code": "ok", "message": "", "data": …}`.
private struct Wrapped<Value: Encodable>: Encodable {
  let code = "ok"
  let message = ""
  let data: Value

  private enum CodingKeys: CodingKey { case code, message, data }
}

extension Content {
  /// A value in the envelope.
  static func wrapped(_ value: some Encodable, caching: String = never) throws -> Content {
    try json(Wrapped(data: value), caching: caching)
  }
}

extension Call {
  /// The upload as a value.
  func body<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(request.body)) } catch { throw .invalidBody }
  }

  /// What stands in the header that carries an idempotency key.
  var idempotencyKey: String? { request.header("Idempotency-Key").flatMap { $0.isEmpty ? nil : $0 } }

  /// The access token (RFC 6750, section 2.1).
  var bearer: String? {
    let words = (request.header("Authorization") ?? "").split(separator: " ")
    return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
  }
}

extension Problem {
  static let invalidBody = Problem(
    status: 400, code: "invalid_body", message: "The body is not the JSON that this address takes.")

  static func invalidFields(_ fields: [String: String]) -> Self {
    Problem(status: 422, code: "invalid", message: "Some fields are not right yet.", fields: fields)
  }

  static let goneAddress = Problem(status: 404, code: "gone", message: "This address is gone.")

  static let wrongPassword = Problem(
    status: 403, code: "wrong_password", message: "The e-mail address or the password is wrong.",
    fields: ["password": "Wrong password, or unknown e-mail address."])

  static let signedOut = Problem(
    status: 401, code: "signed_out", message: "Sign in, please.", headers: [("WWW-Authenticate", "Bearer")])
}
