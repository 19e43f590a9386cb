// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
public import Foundation
public import Observation
internal import StrataBinding
internal import StrataContract
public import StrataPresentation

/// The app as a whole: one router, one sign-in for all, and the models of its tabs.
@MainActor @Observable public final class AppModel {
  /// Where the user is.
  public let router: Router<BookshopRoute>
  /// What waits for a sign-in.
  public let gate: SignInGate
  /// The tab with the books.
  public let books: BookSearchModel
  /// The tab with the addresses.
  public let addresses: AddressesModel
  /// The tab with the account.
  public let me: MePresenter

  @ObservationIgnored private let services: BookshopServices
  @ObservationIgnored private let events = Mediator<BookshopEvent>()
  @ObservationIgnored private let tasks = TaskScope()
  @ObservationIgnored private let tokens = TokenBag()
  @ObservationIgnored private var user: Account.ID?
  @ObservationIgnored private var isSignedIn: Bool

  /// Makes the app; ``start(at:opening:)`` begins.
  ///
  /// - Parameters:
  ///   - services: What the screens need.
  ///   - clock: What measures pauses. Default: the continuous clock.
  public init(services: BookshopServices, clock: any Clock<Duration> = ContinuousClock()) {
    let router = Router<BookshopRoute>(root: .books)
    let state = services.signingIn.state
    let user = state.user?.id
    let gate = SignInGate(user: user) { router.present(.signIn) }
    let addresses = AddressesModel(
      service: services.addresses, gate: gate, router: router, events: events, clock: clock)
    (self.services, self.router, self.gate, self.addresses) = (services, router, gate, addresses)
    (self.user, isSignedIn) = (user, state.isSignedIn)
    books = BookSearchModel(service: services.searching, router: router.books, clock: clock)
    me = MePresenter(services: services, gate: gate, router: router, events: events) { await addresses.finish() }
  }

  // MARK: - Starting

  /// Shows where the user was, or where a link leads, and follows who is signed in.
  ///
  /// - Parameters:
  ///   - snapshot: What ``snapshot`` gave before the app ended. Default: nothing.
  ///   - link: The link that the app was started with. Default: none.
  public func start(at snapshot: Data? = nil, opening link: URL? = nil) {
    if let snapshot { restore(snapshot) }
    // NB: before the tab is loaded, which may ask for a sign-in that the link's page does not need.
    if let link { open(link) }
    tasks.run { [weak self, states = services.signingIn.states] in
      do { for try await state in states { self?.follow(state) } } catch {}
    }
    tasks.run { [books] in await books.start() }
    tokens.observe({ [router] in router.root }) { [weak self] _ in self?.visit() }
    tokens.observe({ [router] in router.sheets.contains(.signIn) }) { [weak self] in if !$0 { self?.signInClosed() } }
  }

  /// Where the user is, as bytes for a file. Write it when it changes, or when the app goes to the background.
  ///
  /// - Throws: `EncodingError`.
  public func snapshot() throws -> Data { try JSONEncoder().encode(router.snapshot) }

  private func restore(_ snapshot: Data) {
    guard var place = try? JSONDecoder().decode(RouterPlace<BookshopRoute>.self, from: snapshot) else { return }
    place.root = place.root ?? .books
    // NB: the sheet comes back by itself where something still needs a sign-in.
    place.sheets.removeAll { $0 == .signIn }
    if user == nil { place.path = Array(place.path.prefix { !$0.needsUser }) }
    router.restore(place)
    if router.hasWaitingLink { gate.need() }
  }

  /// Goes where a link leads; signs in first where it must.
  @discardableResult public func open(_ link: URL) -> DeepLinkOutcome {
    let outcome = router.open(link, with: .bookshop, isSignedIn: services.signingIn.state.isSignedIn)
    if outcome == .needsSignIn { gate.need() }
    return outcome
  }

  // MARK: - Making pages

  /// The page of one book.
  public func page(of book: Book) -> BookDetailModel { BookDetailModel(book, service: services.reading) }

  /// The page behind a link to a book.
  public func page(of link: Book.ID) -> BookLinkModel {
    BookLinkModel(link, service: services.reading, router: router.books)
  }

  /// The form of an address; `nil` is a new one.
  public func form(of address: Address?) -> AddressFormModel {
    AddressFormModel(address, services: services, gate: gate, router: router, events: events)
  }

  /// The sheet that signs in.
  public func signIn() -> SignInModel { SignInModel(service: services.signingIn) }

  // MARK: - Who is signed in

  private func follow(_ state: SessionState<Account>) {
    defer { isSignedIn = state.isSignedIn }
    switch state {
    case .signedIn(let account):
      if let user, user != account.id { forgetUser() }
      user = account.id
      gate.signedIn(as: account.id)
      router.dismiss(.signIn)
      router.followLink(with: .bookshop)
      if !isSignedIn { visit() }
    case .expired: gate.need()
    case .signedOut:
      guard user != nil else { return }
      user = nil
      gate.signedOut()
      forgetUser()
      router.forgetLink()
      router.dismiss(.signIn)
    case .signingIn: break
    }
  }

  /// Takes away what belonged to who was here before.
  private func forgetUser() {
    events.send(.userChanged)
    router.path = Array(router.path.prefix { !$0.needsUser })
  }

  /// Loads the tab on screen, if it has not what the server has.
  private func visit() {
    switch router.root {
    case .addresses: if !addresses.isFresh { tasks.run { [addresses] in await addresses.addresses.refresh() } }
    case .me: me.load()
    default: break
    }
  }

  private func signInClosed() {
    guard gate.isNeeded else { return }
    gate.refuse()
    router.forgetLink()
  }
}
