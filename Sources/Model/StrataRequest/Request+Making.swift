// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

extension Request where Response: Decodable {
  /// Reads a value of an answer.
  public static func decoding(
    _ method: HTTPMethod, _ path: String, query: Parameters = [:], body: RequestBody = .none,
    returning: Response.Type = Response.self
  ) -> Self {
    Request(method, path, query: query, body: body) { answer, decoder in
      if answer.body.isEmpty, let type = Response.self as? any EmptyBodyReadable.Type,
        let value = type.ofEmptyBody as? Response
      {
        return value
      }
      return try decoder.decode(Response.self, from: answer.body)
    }
  }

  /// Gets a value.
  public static func get(_ path: String, query: Parameters = [:], returning: Response.Type = Response.self) -> Self {
    .decoding(.get, path, query: query)
  }

  /// Posts a value, or nothing, and reads one.
  public static func post(
    _ path: String, query: Parameters = [:], json: (any Encodable & Sendable)? = nil,
    returning: Response.Type = Response.self
  ) -> Self {
    .decoding(.post, path, query: query, body: json.map { .encoded($0) } ?? .none)
  }

  /// Posts a form and reads a value.
  public static func post(
    _ path: String, query: Parameters = [:], form: Parameters, returning: Response.Type = Response.self
  ) -> Self {
    .decoding(.post, path, query: query, body: .form(form))
  }

  /// Posts several parts and reads a value.
  public static func post(
    _ path: String, query: Parameters = [:], multipart: Multipart, returning: Response.Type = Response.self
  ) -> Self {
    .decoding(.post, path, query: query, body: .multipart(multipart))
  }

  /// Puts a value and reads one.
  public static func put(
    _ path: String, query: Parameters = [:], json: any Encodable & Sendable, returning: Response.Type = Response.self
  ) -> Self {
    .decoding(.put, path, query: query, body: .encoded(json))
  }

  /// Patches with a value and reads one.
  public static func patch(
    _ path: String, query: Parameters = [:], json: any Encodable & Sendable, returning: Response.Type = Response.self
  ) -> Self {
    .decoding(.patch, path, query: query, body: .encoded(json))
  }

  /// Deletes and reads a value.
  public static func delete(_ path: String, query: Parameters = [:], returning: Response.Type = Response.self) -> Self {
    .decoding(.delete, path, query: query)
  }
}

extension Request where Response == Void {
  /// Sends a body, or none, and reads nothing of the answer but its status.
  public static func sending(
    _ method: HTTPMethod, _ path: String, query: Parameters = [:], body: RequestBody = .none
  ) -> Self {
    Request(method, path, query: query, body: body) { answer, decoder in try decoder.check(answer) }
  }

  /// Posts a value, or nothing.
  public static func post(
    _ path: String, query: Parameters = [:], json: (any Encodable & Sendable)? = nil
  ) -> Self {
    .sending(.post, path, query: query, body: json.map { .encoded($0) } ?? .none)
  }

  /// Posts a form.
  public static func post(_ path: String, query: Parameters = [:], form: Parameters) -> Self {
    .sending(.post, path, query: query, body: .form(form))
  }

  /// Puts a value.
  public static func put(_ path: String, query: Parameters = [:], json: any Encodable & Sendable) -> Self {
    .sending(.put, path, query: query, body: .encoded(json))
  }

  /// Patches with a value.
  public static func patch(_ path: String, query: Parameters = [:], json: any Encodable & Sendable) -> Self {
    .sending(.patch, path, query: query, body: .encoded(json))
  }

  /// Deletes.
  public static func delete(_ path: String, query: Parameters = [:]) -> Self { .sending(.delete, path, query: query) }
}

extension Request where Response == Data {
  /// Gets bytes, an image for instance.
  public static func data(_ path: String, query: Parameters = [:]) -> Self {
    Request(.get, path, query: query) { answer, _ in answer.body }
  }
}

extension Request where Response == String {
  /// Gets text: UTF-8, with bytes that are none replaced.
  public static func text(_ path: String, query: Parameters = [:]) -> Self {
    Request(.get, path, query: query) { answer, _ in answer.text }
  }
}

extension Request where Response == Answer {
  /// Sends anything and returns the answer as it is, whatever its status: the way out where nothing else fits.
  public static func raw(
    _ method: HTTPMethod, _ path: String, query: Parameters = [:], headers: Headers = [:], body: RequestBody = .none
  ) -> Self {
    var request = Request(method, path, query: query, body: body) { answer, _ in answer }
    request.headers = headers
    request.accepts = { _ in true }
    return request
  }
}

extension Request {
  /// The same request with a header.
  public func header(_ name: String, _ value: String?) -> Self { changed { $0.headers[name] = value } }

  /// The same request to another of the client's hosts (W15).
  public func on(_ host: String) -> Self { changed { $0.host = host } }

  /// The same request with further tags, by which it can be cancelled and listed (W16).
  public func tagged(_ tags: String...) -> Self { changed { $0.options.tags.formUnion(tags) } }

  /// The same request with a limit for the whole, without the wait for a slot (W17).
  public func within(_ deadline: Duration) -> Self { changed { $0.options.deadline = deadline } }

  /// The same request with a key that lets the server notice a second delivery, so that it may be retried.
  public func idempotent(_ key: String) -> Self { header(RequestOptions.idempotencyHeader, key) }

  /// The same request with another rule for which statuses mean success (L2-09).
  public func accepting(_ rule: @escaping @Sendable (_ status: Int) -> Bool) -> Self { changed { $0.accepts = rule } }

  /// The same request with its answer read by another decoder: `PlainJSON()` for a server that wraps nothing.
  public func decoded(by decoder: any BodyDecoding) -> Self { changed { $0.decoder = decoder } }

  /// The same request, more or less urgent than others.
  public func priority(_ priority: RequestPriority) -> Self { changed { $0.options.priority = priority } }

  /// The same request, kept off networks that cost the user something unless they are named (L2-07).
  ///
  /// Where no other network is there it fails as `offline`. Has no effect on Linux.
  public func using(_ networks: CostlyNetworks) -> Self { changed { $0.options.networks = networks } }

  /// The same request with or without the client's credential.
  public func authentication(_ need: AuthenticationNeed) -> Self { changed { $0.options.authentication = need } }

  /// The same request with its own rule for further attempts.
  public func retry(_ policy: RetryPolicy) -> Self { changed { $0.options.retry = policy } }

  /// The same request with another rule for saved answers.
  ///
  /// - Parameters:
  ///   - policy: The rule.
  ///   - version: Answers saved under another version are not used (L2-15). Default 0.
  public func cached(_ policy: CachePolicy, version: Int = 0) -> Self {
    changed {
      $0.options.cache = policy
      $0.options.cacheVersion = version
    }
  }

  /// The same request, never sharing an exchange with an equal one.
  public func unshared() -> Self { changed { $0.options.isShared = false } }

  /// The same request with the bytes that have left reported as they do.
  public func onSent(_ report: @escaping @Sendable (_ bytes: Int) -> Void) -> Self {
    changed { $0.options.onSent = report }
  }

  /// The same request, changed.
  func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
