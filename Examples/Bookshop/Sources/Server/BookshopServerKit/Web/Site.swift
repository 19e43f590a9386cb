// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation
internal import LoopbackServer

/// Finds the route of a request and makes HTTP of what it answers.
struct Site: Sendable {
  let routes: [Route]
  /// When the content was last changed: it never changes while the server runs.
  let modified: HTTPDate

  @concurrent func answer(_ request: LoopbackServer.Request) async throws -> LoopbackServer.Response {
    do {
      let target = try Target(request.target)
      let (route, arguments) = try route(of: request.method, target)
      let call = Call(request: request, target: target, arguments: arguments)
      return try response(to: request, try await route.answer(call))
    } catch let problem as Problem {
      return try refuse(request, problem)
    }
  }

  func refuse(_ request: LoopbackServer.Request, _ problem: Problem) throws -> LoopbackServer.Response {
    let content = try Content.json(problem, status: problem.status, caching: Content.never)
    var response = try response(to: request, content)
    response.headers += problem.headers.map { .init($0.name, $0.value) }
    return response
  }

  private func route(of method: String, _ target: Target) throws(Problem) -> (Route, [String: String]) {
    let path = "/" + target.segments.joined(separator: "/")
    let found = routes.compactMap { route in route.arguments(in: target.segments).map { (route, $0) } }
    guard !found.isEmpty else { throw .unknownPath(path) }
    let wanted = method == "HEAD" ? "GET" : method
    guard let match = found.first(where: { $0.0.method == wanted }) else {
      let allowed = Set(found.map(\.0.method))
      throw .notAllowed(method, path, allowed: (allowed.contains("GET") ? allowed.union(["HEAD"]) : allowed).sorted())
    }
    return match
  }

  /// Adds what every answer has: its type, its validators, its encoding; or tells that the client has it already.
  private func response(to request: LoopbackServer.Request, _ content: Content) throws -> LoopbackServer.Response {
    let headers = RequestHeaders(request)
    var answer = LoopbackServer.Response(status: content.status, body: .bytes(content.bytes))
    answer.headers = [.init("Content-Type", content.type), .init("Cache-Control", content.caching)]
    var tag = Checksum.tag(content.bytes)
    if content.type == "application/json" {
      answer.headers.append(.init("Vary", "Accept-Encoding"))
      if headers.accepts("gzip") {
        tag = tag.dropLast() + "-gzip\""
        answer.headers.append(.init("Content-Encoding", "gzip"))
        answer.body = .bytes(try Deflate.gzip(content.bytes))
      }
    }
    guard content.status == 200 else { return answer }
    answer.headers += [.init("ETag", tag), .init("Last-Modified", modified.text)]
    if headers.has(tag, modified) {
      answer.status = 304
      // The body stays for the length that a 304 may tell (RFC 9110, 8.6); it is not sent.
      answer.headers.removeAll { $0.name == "Content-Type" || $0.name == "Content-Encoding" }
    }
    return answer
  }
}
