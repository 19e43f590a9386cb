// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract

/// Adds the credential, and renews it once for all who were refused (W6).
final class Authentication: Layer {
  private struct State {
    /// What the last refresh gave, for the one it replaced.
    var renewed: (old: Credential, new: Credential)?
    /// The credential whose refresh was refused.
    var dead: Credential?
    var refresh: SharedFlight<Credential>?
  }

  /// Set while a refresh runs: its own requests go past this layer.
  @TaskLocal private static var isRefreshing = false

  private let provider: any CredentialProviding
  private let home: [URL]
  private let events: Events
  private let state = Locked(State())

  /// Makes the layer; the credential goes to the origins of `home` unless a request says otherwise.
  init(_ provider: any CredentialProviding, home: [URL], events: Events) {
    self.provider = provider
    self.home = home
    self.events = events
  }

  func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    guard isNeeded(request), let credential = try await current(for: request) else { return try await next(request) }
    let response = try await next(request.carrying(credential))
    guard response.status == 401 else { return response }
    await response.body.drop()
    let renewed = try await renewed(credential, for: request)
    return try await next(request.carrying(renewed))
  }

  private func isNeeded(_ request: TransportRequest) -> Bool {
    guard !Self.isRefreshing else { return false }
    return switch request.options.authentication {
    case .never: false
    case .always: true
    case .automatic: home.contains { $0.hasSameOrigin(as: request.url) }
    }
  }

  /// The credential to send; waits for a refresh that is under way.
  private func current(for request: TransportRequest) async throws -> Credential? {
    if let refresh = state.withLock(\.refresh), let place = refresh.join() {
      return try await request.wait {
        refresh.leave(place)
      } for: {
        try await refresh.value(place)
      }
    }
    let current = try await provider.credential()
    let (renewed, dead) = state.withLock { state in
      // The provider has moved on: should the same one ever come back, it is a new one.
      if state.dead != current { state.dead = nil }
      return (state.renewed, state.dead)
    }
    guard let credential = current else { return nil }
    if dead == credential { throw SignedOut(cause: nil) }
    return renewed?.old == credential ? renewed?.new : credential
  }

  /// The credential that replaces a refused one: newer already, or renewed now.
  private func renewed(_ refused: Credential, for request: TransportRequest) async throws -> Credential {
    if let now = try await provider.credential(), now != refused, state.withLock({ $0.renewed?.new != refused }) {
      return now
    }
    let (flight, place, isNew) = try state.withLock { state -> (SharedFlight<Credential>?, Int, Bool) in
      if state.dead == refused { throw SignedOut(cause: nil) }
      if let renewed = state.renewed, renewed.old == refused { return (nil, 0, false) }
      if let refresh = state.refresh, let place = refresh.join() { return (refresh, place, false) }
      let refresh = refreshing(refused)
      state.refresh = refresh
      return (refresh, refresh.join() ?? 0, true)
    }
    if isNew {
      events.send(.willRefreshCredential, of: request)
      flight?.start { [provider] in
        do {
          return try await Self.$isRefreshing.withValue(true) { try await provider.refresh(refused) }
        } catch {
          // A tunnel signs nobody out.
          throw Failure(error).isPassing ? error : SignedOut(cause: error)
        }
      }
    }
    if let flight {
      return try await request.wait {
        flight.leave(place)
      } for: {
        try await flight.value(place)
      }
    }
    guard let newer = state.withLock(\.renewed)?.new else { throw SignedOut(cause: nil) }
    return newer
  }

  private func refreshing(_ refused: Credential) -> SharedFlight<Credential> {
    SharedFlight(endsWithLastWaiter: false) { [weak self] _, result in
      self?.state.withLock { state in
        state.refresh = nil
        switch result {
        case .success(let new): state.renewed = (refused, new)
        case .failure(let error) where error is SignedOut: state.dead = refused
        case .failure, nil: break
        }
      }
    }
  }
}

extension Failure {
  /// Whether it says nothing of the credential that was to be renewed: the network's or the server's own trouble.
  package var isPassing: Bool {
    switch kind {
    case .offline, .timedOut, .cancelled: true
    case .server: isRetryable
    case .signedOut, .business, .unreadable, .storage, .unexpected: false
    }
  }
}

/// The server refused to renew the credential.
struct SignedOut: Error {
  let cause: (any Error)?
}

extension TransportRequest {
  /// With a credential's headers, which stay home on a redirect to another origin.
  fileprivate func carrying(_ credential: Credential) -> TransportRequest {
    var request = self
    request.headers = headers.merging(credential.headers)
    request.options.credentialHeaders.formUnion(credential.headers.fields.map(\.name))
    return request
  }
}
