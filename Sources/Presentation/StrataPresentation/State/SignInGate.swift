// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation
public import StrataContract

/// Lets work that needs a user wait for a sign-in, and then go on: one sheet, whatever number of requests failed.
///
/// Wrap what a screen asks for. Where the answer is `signedOut`, the gate asks for a sign-in once, waits, and does the
/// work again; a form is sent, a list loads, an optimistic change stands, without a line in their models.
///
/// ```swift
/// let gate = SignInGate { router.present(.signIn) }
/// let addresses = Pager { page in try await gate.pass { try await service.addresses(page) } }
/// // the root, when the session says so:
/// gate.signedIn(as: user.id)
/// ```
///
/// If the user closes the sheet (``refuse()``), whoever waits fails as signed out, and what they entered is kept. If
/// somebody else signs in, or the user signs out, waiting work is cancelled: it was not theirs.
///
/// Runs on the main actor.
@MainActor @Observable public final class SignInGate {
  /// Whether a sign-in was asked for, and neither came nor was refused.
  public private(set) var isNeeded = false

  /// How much work waits for it.
  public var waitingCount: Int { waiters.count }

  private var waiters: [Int: Waiter] = [:]
  @ObservationIgnored private var user: AnyHashable?
  /// How often somebody signed in.
  @ObservationIgnored private var turn = 0
  @ObservationIgnored private var lastID = 0
  @ObservationIgnored private let ask: () -> Void

  private struct Waiter {
    let continuation: CheckedContinuation<Void, any Error>
    let refusal: any Error
  }

  /// Makes a gate.
  ///
  /// - Parameters:
  ///   - user: Who is signed in, or was until the sign-in expired. Default `nil`: nobody.
  ///   - ask: Shows the sign-in. Called once until somebody signed in or refused.
  public init(user: AnyHashable? = nil, ask: @escaping () -> Void) {
    self.user = user
    self.ask = ask
  }

  /// Does the work, and again after a sign-in if it needs one.
  ///
  /// - Parameter work: What needs a user. Done again as a whole: give it values, not fields that change meanwhile.
  /// - Returns: What the work returned.
  /// - Throws: What the work threw; `CancellationError` where the caller was cancelled, or another user is there now.
  public func pass<Value>(_ work: @MainActor () async throws -> Value) async throws -> Value {
    while true {
      let (begun, asker) = (turn, user)
      do {
        return try await work()
      } catch {
        guard Failure(error).kind == .signedOut else { throw error }
        // NB: who signed in since the work began need not do so again.
        if begun == turn { try await untilSignedIn(or: error) }
        if let asker, asker != user { throw CancellationError() }
      }
    }
  }

  /// The same deliveries, where a step that needs a sign-in waits for it and is done again; what was saved comes at once.
  ///
  /// ```swift
  /// let addresses = Pager { page in gate.pass(service.deliveries(page)) }
  /// ```
  ///
  /// - Parameter deliveries: What needs a user.
  public func pass<Value>(_ deliveries: Deliveries<Value>) -> Deliveries<Value> {
    deliveries.steps { step in try await self.pass { try await Self.running(step) } }
  }

  /// Steps may read a disk or parse: never on the main actor.
  @concurrent nonisolated private static func running<Value>(
    _ step: Deliveries<Value>.Step
  ) async throws -> Delivery<Value>? {
    try await step()
  }

  /// Asks for a sign-in without work that waits: the session expired, a link needs a user.
  public func need() {
    guard !isNeeded else { return }
    isNeeded = true
    ask()
  }

  /// Somebody signed in: what waits goes on.
  ///
  /// - Parameter user: Who it is, such as an account's id.
  public func signedIn(as user: some Hashable & Sendable) {
    self.user = AnyHashable(user)
    turn += 1
    end { $0.continuation.resume() }
  }

  /// The user does not want to sign in now: what waits fails.
  public func refuse() { end { $0.continuation.resume(throwing: $0.refusal) } }

  /// The user signed out: what waits is cancelled.
  public func signedOut() {
    user = nil
    end { $0.continuation.resume(throwing: CancellationError()) }
  }

  private func end(_ resume: (Waiter) -> Void) {
    if isNeeded { isNeeded = false }
    let due = waiters.sorted { $0.key < $1.key }
    if !due.isEmpty { waiters = [:] }
    for (_, waiter) in due { resume(waiter) }
  }

  private func untilSignedIn(or refusal: any Error) async throws {
    lastID += 1
    let id = lastID
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        waiters[id] = Waiter(continuation: continuation, refusal: refusal)
        need()
      }
    } onCancel: {
      Task { @MainActor [weak self] in
        self?.waiters.removeValue(forKey: id)?.continuation.resume(throwing: CancellationError())
      }
    }
  }
}
