// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
public import Observation
public import StrataBinding
internal import StrataContract
public import StrataPresentation

/// What can be done to a row of the address list.
public enum AddressAction: Hashable, Sendable, CaseIterable {
  /// Opens its form.
  case edit
  /// Orders go there from now on.
  case makeDefault
  /// Takes it away, for good when it was not undone.
  case delete
}

/// The list of addresses: its rows change at once, and change back where the server refuses.
@MainActor @Observable public final class AddressesModel {
  /// The addresses.
  public let addresses: Pager<Everything, Address>
  /// Makes an address the default; several in the order in which they were asked for.
  public let makeDefault: Command<Address.ID, Void>

  /// The address that is deleted unless somebody undoes it soon.
  public var deleted: Address? { offer?.row }

  private var offer: UndoOffer<Address>?
  @ObservationIgnored private let deletions = TaskScope()
  @ObservationIgnored private let service: any AddressEditing
  @ObservationIgnored private let gate: SignInGate
  @ObservationIgnored private let router: Router<BookshopRoute>
  @ObservationIgnored private let clock: any Clock<Duration>

  /// How long a deletion can be undone.
  public static let undoTime = Duration.seconds(5)

  /// Makes the list; nothing is asked before its refresh.
  ///
  /// - Parameters:
  ///   - service: Reads and changes addresses.
  ///   - gate: Waits for a sign-in.
  ///   - router: Opens the form.
  ///   - events: Tells what other parts of the app did.
  ///   - clock: What measures ``undoTime``. Default: the continuous clock.
  public init(
    service: any AddressEditing, gate: SignInGate, router: Router<BookshopRoute>, events: Mediator<BookshopEvent>,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let addresses = Pager<Everything, Address>(wording: .addresses, deliveries: { gate.pass(service.deliveries($0)) })
    self.addresses = addresses
    (self.service, self.gate, self.router, self.clock) = (service, gate, router, clock)
    makeDefault = Command(policy: .queue) { id in
      guard addresses.row(id)?.isDefault == false else { return }
      await addresses.optimistically {
        addresses.markDefault(id)
      } commit: {
        try await gate.pass { try await service.makeDefault(id) }
      }
    }
    events.join(self) { model, event in model.hear(event) }
  }

  /// The name of the screen.
  public var title: String { "Addresses" }

  /// Whether the server's rows are here or on their way.
  var isFresh: Bool {
    if addresses.isLoading { return true }
    return addresses.origin == .network && [.rows, .emptyPage].contains(addresses.outcome)
  }

  /// Where rows send what was done to them.
  public var events: RowEvents<Address.ID, AddressAction> {
    RowEvents(self) { model, event in model.handle(event) }
  }

  /// Opens the form of a new address.
  public func add() { router.push(.address(nil)) }

  /// Does what was done to a row.
  public func handle(_ event: RowEvent<Address.ID, AddressAction>) {
    switch event.action {
    case .edit: if let address = addresses.row(event.id) { router.push(.address(address)) }
    case .makeDefault: makeDefault.run(event.id)
    case .delete: delete(event.id)
    }
  }

  // MARK: - Deleting

  /// Takes an address away at once, and tells the server when nobody has undone it in ``undoTime``.
  public func delete(_ id: Address.ID) {
    guard let row = addresses.row(id) else { return }
    offer?.keep()
    let offer = UndoOffer(row, for: Self.undoTime, on: clock)
    self.offer = offer
    deletions.run { [weak self, addresses, service, gate] in
      await addresses.optimistically {
        addresses.delete(id)
      } commit: {
        let isKept = await offer.isKept
        if self?.offer === offer { self?.offer = nil }
        guard isKept else { throw CancellationError() }
        try await gate.pass { try await service.delete(id) }
      }
    }
  }

  /// Brings the last deleted address back.
  public func undo() { offer?.undo() }

  /// Sends what waits to be undone, and returns when the server has it or refused: before signing out, before closing.
  public func finish() async {
    offer?.keep()
    await deletions.finished()
    await makeDefault.finished()
  }

  // MARK: - What others did

  private func hear(_ event: BookshopEvent) {
    switch event {
    case .addressSaved(let address):
      if address.isDefault { addresses.markDefault(address.id) }
      addresses.insert(address)
    case .userChanged:
      offer = nil
      deletions.cancelAll()
      makeDefault.cancel()
      addresses.reset()
    }
  }
}

extension Pager<Everything, Address> {
  /// Shows one address as the default, and no other.
  fileprivate func markDefault(_ id: Address.ID) {
    for row in rows where row.isDefault != (row.id == id) { update(row.id) { $0.isDefault = row.id == id } }
  }
}

extension Wording {
  /// The texts of the address list.
  static var addresses: Wording {
    var wording = Wording.english
    wording.emptyTitle = "No addresses yet"
    wording.emptyDetail = "Add the place your books should go to."
    wording.signInTitle = "Sign in to see your addresses"
    wording.end = nil
    return wording
  }
}
