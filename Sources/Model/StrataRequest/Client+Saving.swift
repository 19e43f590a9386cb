// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

extension Client {
  /// Keeps an answer as if the server had given it to a request: after an edit, for instance (L2-22).
  ///
  /// Nothing is sent. Interceptors and authentication run, so that the answer stands where the request looks.
  ///
  /// ```swift
  /// let book = try await client.send(.put("/books/1", json: edited, returning: Book.self))
  /// try await client.save(book, as: .get("/books/1").cached(.cacheElseNetwork(maxAge: .seconds(600))))
  /// ```
  ///
  /// - Parameters:
  ///   - answer: The answer. Its headers say how long it is fresh by HTTP; without, only the rules of the app use it.
  ///   - request: The request that will find it.
  /// - Throws: ``RequestError``: `unreadable` if the request cannot read the answer, `notCached` without a
  ///   `ResponseCache`, or for a request whose answers have no place in it.
  @concurrent public func save<Response>(
    _ answer: Answer, as request: Request<Response>
  ) async throws(RequestError) {
    var saving = request.map { _ in }
    saving.accepts = { _ in true }
    saving.options.answerToSave = answer
    let (accepts, read) = (request.accepts, request.read)
    saving.read = { answer, decoder in
      _ = try accepts(answer.status) ? read(answer, decoder) : nil
    }
    try await send(saving)
  }

  /// Keeps a value as the answer of a request, written by the client's encoder.
  ///
  /// - Throws: As ``save(_:as:)-(Answer,_)``, and `invalidRequest` if the value cannot be written.
  @concurrent public func save<Response: Encodable>(
    _ value: Response, as request: Request<Response>
  ) async throws(RequestError) {
    let body: Answer
    do {
      body = Answer(
        headers: ["Content-Type": configuration.encoder.contentType], body: try configuration.encoder.encode(value))
    } catch {
      let blank = TransportRequest(request.method, base, options: request.options)
      throw RequestError(TransportError(.invalidRequest, "the value cannot be encoded: \(error)"), blank, nil)
    }
    try await save(body, as: request)
  }
}
