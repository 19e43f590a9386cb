// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import StrataService
import StrataStore
import StrataTesting
import Testing

private let annsTokens = SessionTokens(access: "a1", refresh: "ra1")
private let baosTokens = SessionTokens(access: "b1", refresh: "rb1")

/// What a session told while a test ran.
private final class Notes: Sendable {
  let forgotten = UpdateSource<[String]>([])
  let revoked = UpdateSource<[String]>([])
  let reported = UpdateSource<[Failure]>([])

  var configuration: SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.revoke = { [revoked] tokens in revoked.update { $0.append(tokens.access) } }
    configuration.report = { [reported] error in reported.update { $0.append(Failure(error)) } }
    return configuration
  }
}

// S4-16
@Suite(.timeLimit(.minutes(1))) struct SessionTests {
  private let notes = Notes()
  private let secrets = MemorySecrets()

  private func session() throws -> Session<Account> {
    let session = try Session<Account>(secrets: secrets, notes.configuration)
    session.onForget { [notes] user in notes.forgotten.update { $0.append(user.id) } }
    return session
  }

  @discardableResult private func signIn(
    _ session: Session<Account>, _ user: Account = ann, _ tokens: SessionTokens = annsTokens
  ) async throws -> Account {
    try await session.signIn { chain in
      chain.carry(tokens)
      return user
    }
  }

  /// A sign-in that has its tokens and waits at a gate before it goes on.
  private func signInThatWaits(_ session: Session<Account>, at gate: Gate) async throws -> Task<Account, any Error> {
    let begun = Gate()
    let task = Task {
      try await session.signIn { chain in
        chain.carry(annsTokens)
        begun.open()
        try await gate.pass()
        return ann
      }
    }
    try await begun.pass()
    return task
  }

  @Test func everyListenerHearsTheWholeStory() async throws {
    let session = try session()
    var first = session.states.makeAsyncIterator()
    var second = session.states.makeAsyncIterator()
    #expect(try await first.next() == .signedOut)
    let gate = Gate()
    async let user = session.signIn { chain in
      try await gate.pass()
      chain.carry(annsTokens)
      return ann
    }
    #expect(try await first.next() == .signingIn)
    #expect(try await second.next() == .signingIn)
    gate.open()
    #expect(try await user == ann)
    #expect(try await first.next() == .signedIn(ann))
    #expect(try await second.next() == .signedIn(ann))
    await session.signOut()
    #expect(try await first.next() == .signedOut)
    #expect(session.current == .signedOut && session.user == nil)
  }

  @Test func aRestartFindsWhoWasSignedIn() async throws {
    try await signIn(try session())
    let again = try session()
    #expect(again.current == .signedIn(ann))
    #expect(try await again.credential() == .bearer("a1"))
    await again.signOut()
    #expect(try session().current == .signedOut)
    #expect(secrets.secrets.value.isEmpty)
  }

  @Test func aFileOfSecretsSurvivesToo() async throws {
    let place = TemporaryStore()
    let files = FileSecrets(in: place.folder.appending(path: "secrets"))
    try await signIn(try Session<Account>(secrets: files))
    #expect(try Session<Account>(secrets: files).current == .signedIn(ann))
    #expect(try Session<Account>(secrets: files, named("other")).current == .signedOut)
  }

  private func named(_ name: String) -> SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.name = name
    return configuration
  }

  @Test func aLockedDeviceIsNotTakenForASignedOutUser() async throws {
    try await signIn(try session())
    secrets.trouble.value = .locked
    let error = #expect(throws: StoreError.self) { try session() }
    #expect(error?.code == .locked)
    secrets.trouble.value = nil
    #expect(try session().current == .signedIn(ann))
  }

  @Test func aSecretOfAnotherShapeIsReportedAndNobodyIsSignedIn() throws {
    secrets.secrets.value = ["session": Data("{}".utf8)]
    #expect(try session().current == .signedOut)
    #expect(notes.reported.value.count == 1)
  }

  @Test func aSecretThatCannotBeKeptCostsTheRestartAndNotTheSignIn() async throws {
    let session = try session()
    secrets.trouble.value = .full
    #expect(try await signIn(session) == ann)
    #expect(session.current == .signedIn(ann))
    #expect(notes.reported.value.map(\.kind) == [.storage])
  }

  // MARK: A sign-in that does not succeed

  @Test func aFailedSignInLeavesWhatWasThere() async throws {
    let session = try session()
    let wrong = await failure {
      try await session.signIn { _ in throw Failure(.business(code: "wrong"), message: "Wrong password.") }
    }
    #expect(wrong?.message == "Wrong password.")
    #expect(session.current == .signedOut)
    try await signIn(session)
    _ = await failure { try await session.signIn { _ in throw Failure(.offline) } }
    #expect(session.current == .signedIn(ann))
    #expect(try await session.credential() == .bearer("a1"))
    #expect(notes.forgotten.value.isEmpty)
  }

  @Test func aSignInWithoutTokensIsAnErrorOfItsCode() async throws {
    let session = try session()
    await #expect(throws: SessionError.noTokens) { try await session.signIn { _ in ann } }
    #expect(session.current == .signedOut)
  }

  @Test func cancelledInTheMiddleOfTheChainNothingIsLeft() async throws {
    let session = try session()
    let gate = Gate()
    let task = try await signInThatWaits(session, at: gate)
    #expect(session.current == .signingIn)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(session.current == .signedOut && session.user == nil)
    #expect(try await session.credential() == nil)
    #expect(secrets.secrets.value.isEmpty)
    await session.settled()
    #expect(notes.revoked.value == ["a1"], "the server gave tokens that nobody has")
  }

  @Test func cancelledWhenTheLastStepIsDoneNothingIsLeftEither() async throws {
    let session = try session()
    let task = Task {
      try await session.signIn { chain in
        chain.carry(annsTokens)
        withUnsafeCurrentTask { $0?.cancel() }
        return ann
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(session.current == .signedOut)
  }

  @Test func aSecondSignInReplacesTheFirst() async throws {
    let session = try session()
    let never = Gate()
    let first = try await signInThatWaits(session, at: never)
    try await signIn(session, bao, baosTokens)
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(session.current == .signedIn(bao))
    #expect(try await session.credential() == .bearer("b1"))
  }

  @Test func aFirstSignInThatDoesNotListenComesTooLate() async throws {
    let session = try session()
    let slow = UpdateSource(false)
    let begun = Gate()
    let first = Task {
      try await session.signIn { chain in
        chain.carry(annsTokens)
        begun.open()
        while !slow.value { await Task.yield() }
        return ann
      }
    }
    try await begun.pass()
    try await signIn(session, bao, baosTokens)
    slow.value = true
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(session.current == .signedIn(bao))
  }

  // MARK: Signing out

  @Test func signingOutForgetsInOrderAndReportsWhatFails() async throws {
    let session = try session()
    session.onForget { _ in throw Failure(.storage) }
    session.onForget { [notes] _ in notes.forgotten.update { $0.append("last") } }
    try await signIn(session)
    await session.signOut()
    await session.settled()
    #expect(notes.forgotten.value == ["ann", "last"])
    #expect(notes.reported.value.map(\.kind) == [.storage])
    #expect(notes.revoked.value == ["a1"])
    await session.signOut()
    #expect(notes.forgotten.value == ["ann", "last"])
  }

  @Test func theTokensAreGoneBeforeAnythingElseIs() async throws {
    let session = try Session<Account>(secrets: secrets)
    let seen = UpdateSource("")
    session.onForget { [secrets] _ in
      let credential = try await session.credential()
      seen.value = "\(secrets.secrets.value.count) \(credential == nil) \(session.current)"
    }
    try await signIn(session)
    await session.signOut()
    #expect(seen.value == "0 true signedOut")
  }

  @Test func signingOutCancelsASignIn() async throws {
    let session = try session()
    let never = Gate()
    let task = try await signInThatWaits(session, at: never)
    await session.signOut()
    #expect(session.current == .signedOut)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(session.current == .signedOut)
  }

  @Test func aCancelledSignOutStillForgetsEverything() async throws {
    let session = try session()
    let gate = Gate()
    session.onForget { _ in try await gate.pass() }
    session.onForget { [notes] _ in notes.forgotten.update { $0.append("last") } }
    try await signIn(session)
    let task = Task { await session.signOut() }
    while gate.waiterCount == 0 { await Task.yield() }
    task.cancel()
    gate.open()
    await task.value
    #expect(notes.forgotten.value == ["ann", "last"])
    #expect(notes.reported.value.isEmpty)
  }

  @Test func nobodySignsInBeforeTheLastUserIsForgotten() async throws {
    let session = try session()
    let gate = Gate()
    session.onForget { _ in try await gate.pass() }
    try await signIn(session)
    let leaving = Task { await session.signOut() }
    while gate.waiterCount == 0 { await Task.yield() }
    let order = UpdateSource<[String]>([])
    let arriving = Task {
      try await session.signIn { chain in
        order.update { $0.append("steps") }
        chain.carry(baosTokens)
        return bao
      }
    }
    while !session.current.isSigningIn { await Task.yield() }
    order.update { $0.append("gate") }
    gate.open()
    _ = try await arriving.value
    await leaving.value
    #expect(order.value == ["gate", "steps"])
    #expect(session.current == .signedIn(bao))
    #expect(notes.reported.value.isEmpty)
  }

  // MARK: Other users

  @Test func anotherUserFindsNothingOfTheFirst() async throws {
    let session = try session()
    try await signIn(session)
    try await signIn(session, bao, baosTokens)
    #expect(notes.forgotten.value == ["ann"])
    #expect(session.current == .signedIn(bao))
    #expect(try Session<Account>(secrets: secrets).current == .signedIn(bao))
    await session.settled()
    #expect(notes.revoked.value == ["a1"])
  }

  @Test func theSameUserFindsEverything() async throws {
    let session = try session()
    try await signIn(session)
    try await signIn(session, Account(id: "ann", name: "Ann B."), SessionTokens(access: "a2"))
    #expect(notes.forgotten.value.isEmpty)
    #expect(session.user?.name == "Ann B.")
    await session.settled()
    #expect(notes.revoked.value == ["a1"])
  }

  @Test func aNewNameIsKeptForTheUserWhoIsThereOnly() async throws {
    let session = try session()
    try await signIn(session)
    await session.update(Account(id: "ann", name: "Anna"))
    await session.update(Account(id: "bao", name: "Other"))
    #expect(session.current == .signedIn(Account(id: "ann", name: "Anna")))
    #expect(try Session<Account>(secrets: secrets).user?.name == "Anna")
    await session.signOut()
    await session.update(ann)
    #expect(session.current == .signedOut && secrets.secrets.value.isEmpty)
  }

  @Test func noTextShowsAToken() async throws {
    let session = try session()
    try await signIn(session)
    var text = "\(annsTokens) \(String(reflecting: annsTokens))"
    dump(annsTokens, to: &text)
    #expect(!text.contains("a1"))
  }

  @Test func aSessionIsReleased() async throws {
    weak var released: Session<Account>?
    do {
      let session = try Session<Account>(secrets: secrets)
      released = session
      try await signIn(session)
      await session.signOut()
      await session.settled()
    }
    for _ in 1...1_000 where released != nil { await Task.yield() }
    #expect(released == nil)
  }
}
