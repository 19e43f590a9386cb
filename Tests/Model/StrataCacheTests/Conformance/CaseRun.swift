// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataCache
import StrataRequest

/// What became of a case.
enum CaseOutcome: Equatable, Sendable {
  case passed
  case failed(String)
  /// A precondition did not hold, or a case that it builds on did not pass.
  case void(String)
}

/// A check that does not hold.
struct CaseProblem: Error {
  var check: String
  var detail: String

  init(_ check: String, _ detail: String) { (self.check, self.detail) = (check, detail) }
}

/// Sends the requests of one case and checks what comes.
struct CaseRun {
  let test: ConformanceCase
  let id: String
  let client: Client
  let cache: ResponseCache
  let origin: CaseOrigin
  let time: TestTime

  func run() async -> CaseOutcome {
    origin.begin(test, as: id)
    var lastServerNow = time.now
    for (index, entry) in test.requests.enumerated() {
      do {
        let answer = try await send(entry, index + 1, lastServerNow)
        await cache.settled()
        if let answer {
          try check(answer, entry, index + 1)
          if let now = answer.headers["Server-Now"].flatMap({ Double($0) }) {
            lastServerNow = Date(timeIntervalSince1970: now / 1_000)
          }
        }
        try checkOrigin(entry, index + 1)
      } catch let problem as CaseProblem {
        let isSetup = entry.setup == true || entry.setupTests?.contains(problem.check) == true
        let text = "request \(index + 1), \(problem.check): \(problem.detail)"
        return isSetup ? .void(text) : .failed(text)
      } catch {
        return entry.setup == true ? .void("\(error)") : .failed("request \(index + 1): \(error)")
      }
      if entry.pauseAfter == true { time.advance(3) }
    }
    return .passed
  }

  /// The answer; `nil` for a failure that the case allows.
  private func send(_ entry: CaseEntry, _ number: Int, _ lastServerNow: Date) async throws -> Answer? {
    var path = "/test/\(id)"
    if let name = entry.filename { path += "/\(name)" }
    if let query = entry.queryArg { path += "?\(query)" }
    var headers: Headers = ["Req-Num": "\(number)"]
    for header in entry.requestHeaders ?? [] {
      headers.append(header.name, header.text(at: entry.magicIms == true ? lastServerNow : time.now))
    }
    let body = entry.requestBody.map { RequestBody.data(Data($0.utf8), contentType: headers["Content-Type"] ?? "a/b") }
    let request = Request.raw(
      HTTPMethod(rawValue: entry.method), path, headers: headers, body: body ?? .none)
    do throws(RequestError) {
      return try await client.send(request)
    } catch {
      if case .null? = entry.expectedStatus { return nil }
      throw CaseProblem("expected_status", error.description)
    }
  }

  // MARK: - What the client got

  private func check(_ answer: Answer, _ entry: CaseEntry, _ number: Int) throws {
    try checkType(answer, entry, number)
    let status: Int? =
      switch entry.expectedStatus {
      case .number(let status): status
      case .null: nil
      case nil: entry.responseStatus?.code ?? 200
      }
    if let status, answer.status != status { throw CaseProblem("expected_status", "\(answer.status), not \(status)") }
    try checkBody(answer, entry)
    try checkHeaders(answer, entry, number)
  }

  private func checkType(_ answer: Answer, _ entry: CaseEntry, _ number: Int) throws {
    let count = answer.headers["Server-Request-Count"].flatMap { Int($0) }
    let isCached = count.map { $0 < number } ?? (answer.status == 304)
    switch entry.expectedType {
    case "cached"? where !isCached: throw CaseProblem("expected_type", "the origin was asked")
    case "not_cached"? where isCached || count != number: throw CaseProblem("expected_type", "it came from the cache")
    default: break
    }
  }

  private func checkBody(_ answer: Answer, _ entry: CaseEntry) throws {
    guard entry.checkBody != false, entry.method != "HEAD", ![204, 304].contains(answer.status) else { return }
    let expected: CaseText? = entry.expectedResponseText ?? entry.responseBody ?? .text(id)
    if case .text(let text)? = expected, answer.text != text {
      throw CaseProblem("expected_response_text", "\(answer.text.debugDescription), not \(text.debugDescription)")
    }
  }

  private func checkHeaders(_ answer: Answer, _ entry: CaseEntry, _ number: Int) throws {
    let name = "expected_response_headers"
    let serverNow = answer.headers["Server-Now"].flatMap { Double($0) } ?? 0
    let moment = Date(timeIntervalSince1970: serverNow / 1_000)
    for header in entry.expectedResponseHeaders ?? [] {
      guard let value = answer.headers[header.name] else { throw CaseProblem(name, "no \(header.name)") }
      guard header.value != nil else { continue }
      let expected = header.text(at: moment)
      let holds: Bool =
        switch header.comparison {
        case "="?: value == answer.headers[expected]
        case ">"?: Int(value) ?? .min > Int(expected) ?? .max
        default: value == expected
        }
      if !holds { throw CaseProblem(name, "\(header.name): \(value), not \(header.comparison ?? "") \(expected)") }
    }
    for header in entry.expectedResponseHeadersMissing ?? [] {
      guard let value = answer.headers[header.name] else { continue }
      if header.value == nil || value.contains(header.text(at: moment)) {
        throw CaseProblem("expected_response_headers_missing", "\(header.name): \(value)")
      }
    }
    guard origin.seen(id).contains(where: { $0.number == number }), let sent = origin.sent(id, number),
      answer.headers["Client-Request-Count"] == "\(number)"
    else { return }
    for header in entry.responseHeaders ?? [] where header.isChecked && header.name.lowercased() != "date" {
      if answer.headers[header.name] != sent[header.name] {
        throw CaseProblem("response_headers", "\(header.name): \(answer.headers[header.name] ?? "nothing")")
      }
    }
  }

  // MARK: - What the origin saw

  private func checkOrigin(_ entry: CaseEntry, _ number: Int) throws {
    let seen = origin.seen(id)
    if seen.count(where: { $0.number == number }) > 1 { throw CaseProblem("request_count", "it was sent twice") }
    let request = seen.first { $0.number == number }?.request
    switch entry.expectedType {
    case "etag_validated"? where request?.headers["if-none-match"] == nil:
      throw CaseProblem("expected_type", "no If-None-Match")
    case "lm_validated"? where request?.headers["if-modified-since"] == nil:
      throw CaseProblem("expected_type", "no If-Modified-Since")
    default: break
    }
    if let method = entry.expectedMethod, request?.method != method {
      throw CaseProblem("expected_method", request?.method ?? "none")
    }
    for header in entry.expectedRequestHeaders ?? [] {
      let value = request?.headers[header.name.lowercased()]
      guard let value, header.value == nil || value == header.text(at: time.now) else {
        throw CaseProblem("expected_request_headers", "\(header.name): \(value ?? "nothing")")
      }
    }
    for header in entry.expectedRequestHeadersMissing ?? [] {
      if let value = request?.headers[header.name.lowercased()],
        header.value == nil || value == header.text(at: time.now)
      {
        throw CaseProblem("expected_request_headers_missing", "\(header.name): \(value)")
      }
    }
  }
}
