// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
internal import StrataContract
public import StrataPresentation

/// The account's page in the style of MVP: it hears the user, asks the model, and tells its view.
@MainActor public final class MePresenter: Presenter {
  /// Who is told; a view that comes late is told at once what is known.
  public weak var view: (any MeViewing)? { didSet { if let content { view?.show(content) } } }
  /// What runs for it: `account`, `rename`, `signOut`.
  public let work = PresenterWork()

  private let services: BookshopServices
  private let gate: SignInGate
  private let router: Router<BookshopRoute>
  private let finish: () async -> Void
  private var content: MeContent?

  /// Makes the presenter; ``load()`` begins.
  ///
  /// - Parameters:
  ///   - services: Reads and changes the account, and signs out.
  ///   - gate: Waits for a sign-in.
  ///   - router: Asks before signing out.
  ///   - events: Tells that somebody else is here.
  ///   - finish: Sends what other parts of the app have not sent yet, before the user signs out.
  public init(
    services: BookshopServices, gate: SignInGate, router: Router<BookshopRoute>, events: Mediator<BookshopEvent>,
    finish: @escaping () async -> Void = {}
  ) {
    (self.services, self.gate, self.router, self.finish) = (services, gate, router, finish)
    events.join(self) { presenter, event in if event == .userChanged { presenter.forget() } }
  }

  /// The name of the screen.
  public var title: String { "Me" }

  /// Loads the account.
  public func load() {
    if content == nil { view?.show(.loading) }
    ask("account") { [gate, services] in
      try await gate.pass { try await services.account.account() }
    } tell: { [weak self] view, result in
      switch result {
      case .success(let account): self?.tell(account)
      case .failure(let failure): self?.tell(failure)
      }
    }
  }

  /// Changes the name.
  public func rename(_ name: String) {
    view?.show(nameProblem: nil)
    ask("rename") { [gate, services] in
      try await gate.pass { try await services.account.rename(name.trimmed) }
    } tell: { [weak self] view, result in
      switch result {
      case .success(let account):
        self?.tell(account)
        view.show(toast: "Your name is saved.")
      case .failure(let failure):
        if let problem = failure.fields["name"] { return view.show(nameProblem: problem) }
        self?.tell(failure)
      }
    }
  }

  /// Asks, and then signs out.
  public func signOut() {
    router.alert = RouterAlert(
      "Sign out?", detail: "What this app has saved for you is removed from this device.",
      choices: .cancel("Stay"), .destructive("Sign Out") { [weak self] in self?.signOutNow() })
  }

  private func signOutNow() {
    ask("signOut") { [services, finish] in
      await finish()
      await services.signingIn.signOut()
    } tell: { _, _ in
    }
  }

  private func tell(_ account: Account) {
    let initials = account.name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap(\.first)
    let content = MeContent(name: account.name, email: account.email, initials: String(initials).uppercased())
    self.content = content
    view?.show(content)
  }

  private func tell(_ failure: Failure) {
    if content != nil { return view?.show(toast: Wording.me.text(for: failure)) ?? () }
    if let message = Wording.me.message(for: .of(failure, hasRows: false)) { view?.show(.message(message)) }
  }

  /// The user has gone; what the page showed was theirs.
  private func forget() {
    work.cancel("account")
    work.cancel("rename")
    content = nil
    if let message = Wording.me.message(for: .signIn) { view?.show(.message(message)) }
  }
}

extension Wording {
  /// The texts of the account's page.
  static var me: Wording {
    var wording = Wording.english
    wording.signInTitle = "You are not signed in"
    wording.offlineToast = "No connection. Nothing was changed."
    return wording
  }
}
