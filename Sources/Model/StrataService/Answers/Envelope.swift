// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract
public import StrataMapping

/// How an app's server wraps its answers: where the code, the message and the data are, and what means success.
///
/// Say it once per client. Services then read what is inside, and a refusal of the server arrives as an
/// ``EnvelopeRefusal``, whose `Failure` is `business` with the server's own message (S0-26, S1-13, S1-17), whatever
/// its HTTP status.
///
/// ```swift
/// // {"code": 0, "message": "", "data": {...}}
/// let client = Client(base) { $0.decoder = Envelope().decoder(MappingDecoder(policy)) }
/// let account = try await client.send(.get("/account", returning: Account.self))
/// ```
///
/// A server that is asked too and wraps nothing: `request.decoded(by: PlainJSON())`. Bytes and texts are never
/// unwrapped. Safe to use from any task.
public struct Envelope: Sendable {
  /// What `data` must be for success.
  public enum DataRule: Sendable {
    /// There, and not `null`, `false`, 0, `"0"`, `"false"` or `""` (S0-26).
    case truthy
    /// There, and not `null`.
    case present
    /// Anything: an answer may be empty.
    case any
  }

  /// Where the data is. Default `data`.
  public var data: MappingPath = "data"
  /// Where the code is. Default `code`.
  public var code: MappingPath = "code"
  /// Where the text for people is. Default `message`.
  public var message: MappingPath = "message"
  /// Where messages by field name are, as texts or lists of texts. Default `fields`.
  public var fields: MappingPath = "fields"
  /// What `data` must be. Default ``DataRule/truthy``.
  public var dataRule = DataRule.truthy
  /// Whether a code means success; `nil` where there is none. Default: none, or `0`.
  ///
  /// A number is its digits, `true` is `"true"`.
  public var succeeds: @Sendable (_ code: String?) -> Bool = { $0 == nil || $0 == "0" }
  /// The codes with which the server wants a sign-in (S0-27), beside the status 401. Default none.
  ///
  /// Only the status makes a client renew its credential; a code alone does not.
  public var signedOutCodes: Set<String> = []

  /// Makes an envelope `{"code": 0, "message": "", "data": …}`.
  public init() {}

  /// A decoder that reads what is inside.
  ///
  /// - Parameter inner: Reads the data. Default: a strict one.
  public func decoder(_ inner: MappingDecoder = MappingDecoder(.strict)) -> EnvelopeDecoder {
    EnvelopeDecoder(self, inner)
  }

  /// What the server refused with, if it did.
  func refusal(_ head: EnvelopeHead, status: Int) -> EnvelopeRefusal? {
    let isEmpty =
      switch dataRule {
      case .truthy: head.data?.isTruthy != true
      case .present: head.data == nil
      case .any: false
      }
    let isRefused = !succeeds(head.code?.text) || isEmpty || !(200...299).contains(status)
    guard isRefused else { return nil }
    let code = head.code?.text ?? ""
    return EnvelopeRefusal(
      code: code, message: head.message.flatMap { $0.text.isEmpty ? nil : $0.text }, fields: head.fields?.texts ?? [:],
      status: status, wantsSignIn: status == 401 || signedOutCodes.contains(code))
  }
}

/// The server understood and refused: what it said in its envelope.
public struct EnvelopeRefusal: FailureConvertible, CustomStringConvertible {
  /// The server's code; empty where it gave none.
  public let code: String
  /// The server's text for people; `nil` where it gave none.
  public let message: String?
  /// The server's messages by field name.
  public let fields: [String: String]
  /// The HTTP status.
  public let status: Int
  /// Whether it wants a sign-in.
  public let wantsSignIn: Bool

  /// `signedOut` where it wants a sign-in, `server` for a status that may pass (408, 429, 500 to 599), else `business`.
  public var failure: Failure {
    let passing = Failure(.server(status: status), message: message, underlying: self)
    if wantsSignIn { return Failure(.signedOut, message: message, underlying: self) }
    if passing.isRetryable { return passing }
    return Failure(.business(code: code), message: message, fields: fields, underlying: self)
  }

  /// The status and the code; no text of the server, which may be anybody's.
  public var description: String { "status \(status), code \(code.isEmpty ? "none" : code)" }
}
