// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

extension Client {
  /// Puts a request into its final form.
  func prepare<Response>(_ request: Request<Response>) throws(RequestError) -> TransportRequest {
    let secrets = (request.query.items + configuration.parameters.items).filter(\.isSecret)
    var blank = TransportRequest(request.method, base, options: request.options)
    blank.options.redaction = redaction.hiding(secrets.map(\.name))
    blank.options.number = running.nextNumber()
    do throws(TransportError) { return try final(request, blank.options) } catch {
      throw RequestError(error, blank, nil)
    }
  }

  private func final<Response>(
    _ request: Request<Response>, _ options: RequestOptions
  ) throws(TransportError) -> TransportRequest {
    var query = request.query
    var body = request.body
    if case .form(let form) = body {
      body = .form(configuration.parameters.merging(form))
    } else {
      query = configuration.parameters.merging(query)
    }
    var final = TransportRequest(request.method, try url(of: request, query), options: options)
    final.headers = configuration.headers.merging(request.headers)
    try setBody(body, of: &final)
    final.options.idleTimeout = request.options.idleTimeout ?? configuration.idleTimeout
    final.options.connectTimeout = request.options.connectTimeout ?? configuration.connectTimeout
    if !request.method.rawValue.isToken {
      throw TransportError(.invalidRequest, "\(request.method.rawValue.debugDescription) is not a method")
    }
    if let problem = final.headers.problem { throw TransportError(.invalidRequest, problem) }
    configuration.cache?.willSend(&final)
    return final
  }

  private func setBody(_ body: RequestBody, of request: inout TransportRequest) throws(TransportError) {
    func set(_ body: UploadBody, _ type: String) {
      request.body = body
      if request.headers["Content-Type"] == nil { request.headers["Content-Type"] = type }
    }
    switch body {
    case .none: break
    case .data(let data, let type): set(.data(data), type)
    case .stream(let stream, let type): set(stream, type)
    case .multipart(let form): set(form.body, form.contentType)
    case .file(let url, let type): set(.file(url), type)
    case .form(let form): set(.data(Data(form.encoded.utf8)), "application/x-www-form-urlencoded")
    case .encoded(let value):
      do {
        set(.data(try configuration.encoder.encode(value)), configuration.encoder.contentType)
      } catch {
        throw TransportError(.invalidRequest, "the body cannot be encoded: \(error)")
      }
    }
  }

  /// The request's absolute URL, or its path below that of its host (W14, W15; section 4 rule 8).
  private func url<Response>(of request: Request<Response>, _ query: Parameters) throws(TransportError) -> URL {
    var text: String
    if request.path.hasPrefix("http://") || request.path.hasPrefix("https://") {
      text = request.path.percentEncoded(keeping: .written)
    } else {
      var host = base.absoluteString
      if let name = request.host {
        guard let url = configuration.hosts[name] else {
          throw TransportError(.invalidRequest, "there is no host named \(name.debugDescription); set it in `hosts`")
        }
        host = url.absoluteString
      }
      while host.hasSuffix("/") { host.removeLast() }
      let path = request.path.percentEncoded(keeping: .written)
      text = host + (path.isEmpty || path.hasPrefix("/") || path.hasPrefix("?") ? path : "/" + path)
    }
    if !query.items.isEmpty { text += (text.contains("?") ? "&" : "?") + query.encoded }
    guard let url = URL(string: text), url.host()?.isEmpty == false else {
      throw TransportError(.invalidRequest, "its address is not a URL")
    }
    return url
  }
}
