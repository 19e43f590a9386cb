// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract

// The one file that knows where URLSession comes from. On Linux it is FoundationNetworking, which a misbehaving
// server can crash or stall: the comments name what each precaution is for, and the contract suite what is left.
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with URLSession: the default on Apple platforms, where the device's proxies, VPN and rules apply.
///
/// On Linux use ``CurlTransport``; this one works there too, with limits: no trust but the system's, no
/// slowing down of a server that sends faster than the body is read, and a server that ends inside the
/// head of its answer ends the process.
///
/// ```swift
/// let client = Client(base, transport: URLSessionTransport(cookies: .off))
/// ```
///
/// Streamed bodies are first written to a temporary file, because only files can be sent again after a
/// connection has died. Safe to use from any task.
public final class URLSessionTransport: Transporting {
  private let trust: Trust
  private let cookies: CookieUse
  private let watch = Watch(Ticker(ContinuousClock()))
  private let delegate: SessionDelegate
  private let session: URLSession

  /// Makes a session of its own.
  ///
  /// - Parameters:
  ///   - trust: Which servers are believed. Default: those of the system's roots.
  ///   - cookies: Whose cookies are sent. Default: nobody's.
  public init(trust: Trust = .system, cookies: CookieUse = .off) {
    self.trust = trust
    self.cookies = cookies
    (session, delegate) = Self.makeSession(trust, cookies, watch)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request; see ``Transporting/exchange(_:)``.
  public func exchange(_ request: TransportRequest) async throws -> TransportResponse {
    guard request.url.scheme == "http" || request.url.scheme == "https" else {
      throw TransportError(.invalidRequest, "only http and https are spoken, not \(request.url.scheme ?? "nothing")")
    }
    if request.url.scheme == "https", let missing = trust.missingInSession {
      throw TransportError(.untrusted, missing)
    }
    try Task.checkCancellation()
    let (file, isSpooled) = try await fileToSend(request.body)
    let flight = SessionFlight(request, watch.ticker)
    let head = try await request.wait {
      flight.cancel()
    } for: {
      try await flight.inbox.head { start(flight, file, removes: isSpooled) }
    }
    return TransportResponse(
      status: head.status, headers: head.headers,
      body: ResponseBody(next: { try await flight.next() }, stop: { flight.cancel() }))
  }

  private func start(_ flight: SessionFlight, _ file: URL?, removes: Bool) {
    var (session, delegate) = (session, delegate)
    let isAlone = Self.needsFreshSession && (flight.request.body != nil || !flight.request.isReplayable)
    if isAlone { (session, delegate) = Self.makeSession(trust, cookies, watch) }
    let request = Self.made(of: flight.request)
    let task = file.map { session.uploadTask(with: request, fromFile: $0) } ?? session.dataTask(with: request)
    task.priority = flight.request.options.priority.ofSession
    delegate.run(task, flight) { if removes, let file { try? FileManager.default.removeItem(at: file) } }
    if isAlone { session.finishTasksAndInvalidate() }
  }

  /// The file to upload, and whether it was made for this.
  @concurrent private func fileToSend(_ body: UploadBody?) async throws -> (URL?, Bool) {
    switch body {
    case nil, .data: return (nil, false)
    case .file(let url):
      guard FileManager.default.isReadableFile(atPath: url.path(percentEncoded: false)) else {
        throw CocoaError(.fileReadNoSuchFile)
      }
      return (url, false)
    case .stream(_, let open):
      let url = FileManager.default.temporaryDirectory.appending(path: "strata-upload-\(UUID().uuidString)")
      do {
        guard FileManager.default.createFile(atPath: url.path(percentEncoded: false), contents: nil) else {
          throw CocoaError(.fileWriteUnknown)
        }
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        let next = try await open()
        while let chunk = try await next() {
          try Task.checkCancellation()
          try file.write(contentsOf: chunk)
        }
        return (url, true)
      } catch {
        try? FileManager.default.removeItem(at: url)
        throw error
      }
    }
  }
}

extension URLSessionTransport {
  private static func makeSession(
    _ trust: Trust, _ cookies: CookieUse, _ watch: Watch
  ) -> (URLSession, SessionDelegate) {
    let configuration = URLSessionConfiguration.ephemeral
    // A cache would answer behind the back of our layers, and on Linux crash the process on cancel.
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = cookies.isPlatform ? .shared : nil
    configuration.httpShouldSetCookies = cookies.isPlatform
    configuration.httpMaximumConnectionsPerHost = 64
    // Our own clock ends what stands still: on Linux this one counts whole seconds, and the wait for a connection too.
    configuration.timeoutIntervalForRequest = 86_400
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let delegate = SessionDelegate(trust, watch, queue)
    return (URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue), delegate)
  }

  private static func made(of request: TransportRequest) -> URLRequest {
    var made = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 86_400)
    made.httpMethod = request.method.rawValue
    if case .data(let data) = request.body { made.httpBody = data }
    for field in request.headers.fields { made.addValue(field.value, forHTTPHeaderField: field.name) }
    if request.headers["User-Agent"] == nil { made.setValue("Strata", forHTTPHeaderField: "User-Agent") }
    if !request.asksForEncoding, request.headers["Accept-Encoding"] == nil {
      made.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
    #if canImport(Darwin)
    made.allowsCellularAccess = request.options.networks.contains(.cellular)
    made.allowsExpensiveNetworkAccess = request.options.networks.contains(.expensive)
    made.allowsConstrainedNetworkAccess = request.options.networks.contains(.constrained)
    #endif
    return made
  }

  /// On Linux a body is lost, or sent twice, on a connection that the server has closed meanwhile.
  private static var needsFreshSession: Bool {
    #if canImport(FoundationNetworking)
    true
    #else
    false
    #endif
  }
}

/// Receives what a session has to tell, on one queue, and hands it to the flights.
private final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private struct Entry {
    let flight: SessionFlight
    let task: URLSessionTask
    let onEnd: @Sendable () -> Void
  }

  private let trust: Trust
  private let watch: Watch
  private let queue: OperationQueue
  private let entries = Locked<[Int: Entry]>([:])

  init(_ trust: Trust, _ watch: Watch, _ queue: OperationQueue) {
    self.trust = trust
    self.watch = watch
    self.queue = queue
  }

  func run(_ task: URLSessionTask, _ flight: SessionFlight, onEnd: @escaping @Sendable () -> Void) {
    let number = task.taskIdentifier
    entries.withLock { $0[number] = Entry(flight: flight, task: task, onEnd: onEnd) }
    flight.set(
      abort: { [weak self] in
        // On the delegate's queue, so that it never meets the task's own end: on Linux that would be a crash.
        let end = BlockOperation { [weak self] in self?.entries.withLock { $0[number]?.task }?.cancel() }
        end.queuePriority = .veryHigh  // before chunks that nobody wants any more
        self?.queue.addOperation(end)
      },
      pause: { Self.setPaused(task, $0) })
    watch.add(flight)
    task.resume()
    // A cancel that came before the entry was there has found nothing to abort.
    if flight.inbox.isOver { queue.addOperation { task.cancel() } }
  }

  private func flight(_ task: URLSessionTask) -> SessionFlight? {
    entries.withLock { $0[task.taskIdentifier]?.flight }
  }

  /// Slows the server down; on Linux a suspended task would begin again.
  private static func setPaused(_ task: URLSessionTask, _ isPaused: Bool) {
    #if canImport(Darwin)
    if isPaused { task.suspend() } else { task.resume() }
    #endif
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let flight = flight(dataTask), let head = Self.head(response) { flight.received(head) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    flight(dataTask)?.received(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    flight(task)?.sent(totalBytesSent)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Not after a cancel: FoundationNetworking would trap. Following is a layer's matter.
    if let flight = flight(task), !flight.inbox.isOver { completionHandler(nil) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    if let answer = trust.answer(to: challenge) { return completionHandler(answer.0, answer.1) }
    // On Linux any other answer to a 401 keeps the task waiting for ever; this one ends it with a cancellation.
    if let response = challenge.failureResponse, let head = Self.head(response) { flight(task)?.refused(head) }
    completionHandler(.rejectProtectionSpace, nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let entry = entries.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    watch.remove(entry.flight)
    // On Linux a redirect that names no place is told at its end only.
    if error == nil, entry.flight.inbox.receivedHead == nil, let head = task.response.flatMap(Self.head) {
      entry.flight.received(head)
    }
    entry.flight.ended(error)
    entry.onEnd()
  }

  private static func head(_ response: URLResponse) -> Inbox.Head? {
    // On Linux interim answers are told as well.
    guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else { return nil }
    let fields = response.allHeaderFields.compactMap { name, value -> Headers.Field? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return Headers.Field(name, value.trimmingWhitespace)
    }
    return (response.statusCode, Headers(fields.sorted { $0.name < $1.name }))
  }
}

extension RequestPriority {
  fileprivate var ofSession: Float {
    switch self {
    case .low: URLSessionTask.lowPriority
    case .normal: URLSessionTask.defaultPriority
    case .high: URLSessionTask.highPriority
    }
  }
}

extension Trust {
  /// What URLSession cannot do of this, in words for a log.
  fileprivate var missingInSession: String? {
    #if canImport(Darwin)
    nil
    #else
    isSystem ? nil : "URLSession knows no trust but the system's on this platform; use CurlTransport"
    #endif
  }

  /// What to answer to a question about identities; `nil` for what is no such question.
  fileprivate func answer(
    to challenge: URLAuthenticationChallenge
  ) -> (URLSession.AuthChallengeDisposition, URLCredential?)? {
    #if canImport(Darwin)
    let space = challenge.protectionSpace
    switch space.authenticationMethod {
    case NSURLAuthenticationMethodServerTrust:
      guard !isSystem, let shown = space.serverTrust else { return (.performDefaultHandling, nil) }
      return accepts(shown, host: space.host)
        ? (.useCredential, URLCredential(trust: shown)) : (.cancelAuthenticationChallenge, nil)
    case NSURLAuthenticationMethodClientCertificate:
      guard let identity = identity?.imported else { return (.performDefaultHandling, nil) }
      return (.useCredential, URLCredential(identity: identity, certificates: nil, persistence: .forSession))
    default: return nil
    }
    #else
    return nil
    #endif
  }
}
