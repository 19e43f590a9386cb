// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// A status that the request does not accept.
struct StatusRefused: Error {
  let status: Int
}

/// An answer that is not what its request reads.
struct Unread: Error {
  let cause: any Error
  init(_ cause: any Error) { self.cause = cause }
}

extension Error {
  /// Whether it says so itself, as a mapping error does.
  var isUnreadable: Bool { Failure(self).kind == .unreadable }
}

extension RequestError {
  /// Makes the error of a request of any error of its layers.
  init(_ error: any Error, _ request: TransportRequest, _ answer: Answer?) {
    method = request.method
    url = request.loggedURL
    self.answer = answer
    underlying = (error as? Unread)?.cause ?? error
    switch error {
    case let error as TransportError: (reason, detail) = (Reason(error.kind), error.detail)
    case let error as SignedOut:
      (reason, detail) = (.signedOut, error.cause.map { "the credential was not renewed: \($0)" })
    case is NotCached: (reason, detail) = (.notCached, nil)
    case is CancellationError: (reason, detail) = (.cancelled, nil)
    case let error as StatusRefused:
      (reason, detail) = (error.status == 401 ? .signedOut : .server(status: error.status), nil)
    case let error as Unread: (reason, detail) = (.unreadable, Self.words(for: error.cause))
    default: (reason, detail) = (Reason(Failure(error).kind), String(describing: error))
    }
  }

  /// Where decoding failed; never the value itself, which may be anybody's.
  private static func words(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(type(of: error))" }
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
      return path.isEmpty ? "the top" : path
    }
    return switch error {
    case .keyNotFound(let key, let context): "no \(key.stringValue) at \(place(context))"
    case .typeMismatch(let type, let context): "no \(type) at \(place(context))"
    case .valueNotFound(let type, let context): "null where \(type) should be, at \(place(context))"
    case .dataCorrupted(let context): "\(context.debugDescription) at \(place(context))"
    @unknown default: "\(error)"
    }
  }
}

extension RequestError.Reason {
  /// The reason of a layer's or a decoder's own failure.
  fileprivate init(_ kind: Failure.Kind) {
    self =
      switch kind {
      case .business(let code): .refused(code: code)
      case .signedOut: .signedOut
      case .server(let status): .server(status: status)
      default: .unexpected
      }
  }

  fileprivate init(_ kind: TransportError.Kind) {
    self =
      switch kind {
      case .unreachable, .interrupted: .offline
      case .timedOut: .timedOut
      case .untrusted: .untrusted
      case .malformed: .unreadable
      case .invalidRequest: .invalidRequest
      }
  }
}
