// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

extension Session {
  /// Signs a user in by one request after the other, as one call.
  ///
  /// ```swift
  /// try await session.signIn { chain in
  ///   let answer = try await client.send(.post("/token", json: form, returning: Tokens.self))
  ///   chain.carry(SessionTokens(access: answer.access, refresh: answer.refresh))
  ///   return try await client.send(.get("/account", returning: Account.self))
  /// }
  /// ```
  ///
  /// - Parameter steps: Makes the requests and returns the user. Until it has returned nobody else's requests carry
  ///   the new tokens, and a cancelled one leaves nothing.
  /// - Returns: The user.
  /// - Throws: What the steps throw; ``SessionError/noTokens``; `CancellationError` where the task was cancelled,
  ///   another sign-in began or somebody signed out.
  @discardableResult @concurrent public func signIn(
    _ steps: @escaping @Sendable (SignInChain) async throws -> User
  ) async throws -> User {
    let chain = SignInChain(of: ObjectIdentifier(self))
    let (number, task) = begin(chain, steps)
    do {
      let user = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      // NB: steps that did not listen may return all the same.
      if task.isCancelled { throw CancellationError() }
      guard let tokens = chain.tokens else { throw SessionError.noTokens }
      try await commit(number, Kept(user: user, tokens: tokens))
      return user
    } catch {
      change { if $0.attempt?.number == number { $0.attempt = nil } }
      if let tokens = chain.tokens { revoke(tokens) }
      if task.isCancelled { throw CancellationError() }
      throw error
    }
  }

  /// Signs out: forgets the tokens, then what belongs to the user. Needs no network, and is not cancelled half way.
  ///
  /// Returns when everything is forgotten; ``states`` says `signedOut` at once. Nothing to do is fine.
  @concurrent public func signOut() async {
    let (attempt, leaving, task) = change { state in
      defer { state.attempt = nil }
      return (state.attempt?.task, state.kept, leave(&state))
    }
    attempt?.cancel()
    if let tokens = leaving?.tokens { revoke(tokens) }
    await task?.value
  }

  /// Begins a sign-in in place of one that runs.
  private func begin(
    _ chain: SignInChain, _ steps: @escaping @Sendable (SignInChain) async throws -> User
  ) -> (Int, Task<User, any Error>) {
    // NB: cancelled outside of the lock, since what a task does then may ask the session something.
    var replaced: Task<User, any Error>?
    defer { replaced?.cancel() }
    return change { state in
      replaced = state.attempt?.task
      let forgetting = state.forgetting
      let task = Task {
        await forgetting?.value
        try Task.checkCancellation()
        return try await SignInChain.$current.withValue(chain) { try await steps(chain) }
      }
      state.attempts += 1
      state.attempt = (state.attempts, task)
      return (state.attempts, task)
    }
  }

  /// Makes a user the one who is there, unless the sign-in was given up.
  private func commit(_ number: Int, _ kept: Kept) async throws {
    let (before, leaving) = try change { state -> (Kept?, Task<Void, Never>?) in
      guard state.attempt?.number == number, !Task.isCancelled else { throw CancellationError() }
      guard let before = state.kept, before.user.id != kept.user.id else { return (nil, nil) }
      return (before, leave(&state))
    }
    if let tokens = before?.tokens { revoke(tokens) }
    await leaving?.value
    let replaced = try change { state in
      guard state.attempt?.number == number, !Task.isCancelled else { throw CancellationError() }
      let replaced = state.kept?.tokens
      state.kept = kept
      state.generation += 1
      state.attempt = nil
      return replaced
    }
    persist()
    if let replaced { revoke(replaced) }
  }

  /// Forgets who is there, and begins to forget what is theirs; `nil` where nobody is and nothing runs.
  private func leave(_ state: inout State) -> Task<Void, Never>? {
    guard let user = state.kept?.user else { return state.forgetting }
    state.kept = nil
    state.generation += 1
    let (before, work) = (state.forgetting, state.onForget)
    // Not part of the caller's task: what was begun is finished.
    let task = Task {
      await before?.value
      persist()
      for step in work {
        do { try await step(user) } catch { configuration.report(error) }
      }
    }
    state.forgetting = task
    return task
  }

  /// Tells the server, beside everything else.
  func revoke(_ tokens: SessionTokens) {
    guard let revoke = configuration.revoke else { return }
    state.withLock { state in
      let before = state.farewell
      state.farewell = Task {
        await before?.value
        do { try await revoke(tokens) } catch { configuration.report(error) }
      }
    }
  }
}
