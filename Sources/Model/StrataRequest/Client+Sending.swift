// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Several requests, all or nothing: the first failure cancels the rest.
public struct FailFast: Sendable {
  /// All or nothing.
  public static let failFast = FailFast()
}

/// Several requests, each with its own result (W1).
public struct Collect: Sendable {
  /// Each for itself.
  public static let collect = Collect()
}

extension Client {
  /// Sends requests at the same time and returns their responses in the order given; none for none (L2-27).
  ///
  /// - Throws: The first ``RequestError``; the others are cancelled.
  @concurrent public func send<Response>(
    all requests: [Request<Response>], _: FailFast = .failFast
  ) async throws(RequestError) -> [Response] {
    let results = await results(of: requests, stopsEarly: true)
    var responses: [Response] = []
    // The failure that stopped the others counts, not their cancellation.
    if let first = results.compactMap(\.failure).min(by: { $0.reason != .cancelled && $1.reason == .cancelled }) {
      throw first
    }
    for result in results { responses.append(try result.get()) }
    return responses
  }

  /// Sends requests at the same time and returns each one's result in the order given.
  @concurrent public func send<Response>(
    all requests: [Request<Response>], _: Collect
  ) async -> [Result<Response, RequestError>] {
    await results(of: requests, stopsEarly: false)
  }

  private func results<Response>(
    of requests: [Request<Response>], stopsEarly: Bool
  ) async -> [Result<Response, RequestError>] {
    await withTaskGroup(of: (Int, Result<Response, RequestError>).self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask {
          do throws(RequestError) { return (index, .success(try await send(request))) } catch {
            return (index, .failure(error))
          }
        }
      }
      var results: [(Int, Result<Response, RequestError>)] = []
      for await result in group {
        results.append(result)
        if stopsEarly, result.1.failure != nil { group.cancelAll() }
      }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Sends a request and tells the main actor its result once: for code that cannot wait.
  ///
  /// - Returns: The task, to cancel it.
  @discardableResult public func send<Response>(
    _ request: Request<Response>, completion: @escaping @MainActor (Result<Response, RequestError>) -> Void
  ) -> Task<Void, Never> {
    Task { @MainActor in
      do throws(RequestError) { completion(.success(try await send(request))) } catch { completion(.failure(error)) }
    }
  }

  /// The response, once or twice: with ``CachePolicy/cacheThenNetwork(maxAge:)`` the saved one first.
  public func deliveries<Response>(_ request: Request<Response>) -> Deliveries<Response> {
    let steps = steps(request)
    return Deliveries(steps.saved, steps.asked)
  }

  /// The response, once or twice; a second one that is equal is not delivered again (W21).
  public func deliveries<Response: Equatable>(_ request: Request<Response>) -> Deliveries<Response> {
    let steps = steps(request)
    return Deliveries(steps.saved, steps.asked)
  }

  private func steps<Response>(
    _ request: Request<Response>
  ) -> (saved: Deliveries<Response>.Step, asked: Deliveries<Response>.Step) {
    guard case .cacheThenNetwork(let maxAge) = request.options.cache else {
      return ({ nil }, { try await deliver(request) })
    }
    return (
      {
        do throws(RequestError) { return try await deliver(request.changed { $0.options.delivery = .saved }) } catch {
          if error.reason == .notCached { return nil }
          throw error
        }
      },
      {
        try await deliver(
          request.changed {
            $0.options.cache = maxAge > .zero ? .reload : .networkOnly
            $0.options.delivery = .server
          })
      }
    )
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
