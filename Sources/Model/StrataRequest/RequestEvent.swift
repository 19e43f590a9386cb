// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// One step of a request, for logs, analytics and activity indicators.
///
/// ```swift
/// $0.onEvent = { event in log.debug("\(event)") }
/// ```
///
/// Holds no credential, no cookie, no secret parameter and no body (L2-31), but for the report of ``Step/repaired(count:report:)``. Safe to use from any task.
public struct RequestEvent: Sendable, CustomStringConvertible {
  /// The steps.
  public enum Step: Sendable {
    /// It was sent.
    case started
    /// It waits for a slot, or waits no more.
    case waitedForSlot(Bool)
    /// It shares the exchange of an equal request.
    case joined
    /// It was redirected to the event's URL.
    case redirected(status: Int)
    /// It will be sent again.
    case willRetry(attempt: Int, after: Duration)
    /// The credential is renewed because of it.
    case willRefreshCredential
    /// It has its answer, of so many bytes.
    case finished(status: Int, bytes: Int, origin: Origin, took: Duration)
    /// Its answer was read after so many repairs; the report may hold pieces of the answer.
    case repaired(count: Int, report: any RepairReport)
    /// It has failed.
    case failed(RequestError, took: Duration)
  }

  /// The request's number within its client, from 1: the same for all its steps.
  public let number: Int
  /// The verb.
  public let method: HTTPMethod
  /// The URL, with secrets as `***`.
  public let url: String
  /// The request's tags.
  public let tags: Set<String>
  /// What happened.
  public let step: Step

  /// One line.
  public var description: String {
    // NB: the report is left out, for it may hold pieces of the answer.
    if case .repaired(let count, _) = step { return "#\(number) \(method) \(url): repaired(\(count))" }
    return "#\(number) \(method) \(url): \(step)"
  }
}

/// Where layers report to.
struct Events: Sendable {
  let receive: (@Sendable (RequestEvent) -> Void)?

  func send(_ step: RequestEvent.Step, of request: TransportRequest) {
    receive?(
      RequestEvent(
        number: request.options.number, method: request.method, url: request.loggedURL,
        tags: request.options.tags, step: step))
  }
}
