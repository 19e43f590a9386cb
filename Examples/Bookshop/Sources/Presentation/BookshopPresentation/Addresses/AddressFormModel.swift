// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
internal import StrataContract
public import StrataPresentation

/// The form of one address, new or known.
@MainActor public final class AddressFormModel {
  /// Who receives.
  public let name: Field<String>
  /// How to reach them.
  public let phone: Field<String>
  /// Province, city and district.
  public let regions: RegionsModel
  /// Street and house.
  public let street: Field<String>
  /// The postcode; may be empty.
  public let postcode: Field<String>
  /// Whether orders go there.
  public let isDefault: Field<Bool>
  /// All of it, and the button.
  public let form: FieldGroup<AddressDraft, Address>

  private let address: Address?
  private let router: Router<BookshopRoute>

  /// Makes the form; ``start()`` loads the regions.
  ///
  /// - Parameters:
  ///   - address: Which one; `nil` is a new one.
  ///   - services: Saves it, and reads regions.
  ///   - gate: Waits for a sign-in.
  ///   - router: Where the form is; it closes when the address is saved.
  ///   - events: Told what was saved.
  public init(
    _ address: Address?, services: BookshopServices, gate: SignInGate, router: Router<BookshopRoute>,
    events: Mediator<BookshopEvent>
  ) {
    let known = address.map { AddressDraft($0) } ?? AddressDraft()
    let name = Field(known.name, .required, .length(...40))
    let phone = Field(known.phone, .required, .phone)
    let regions = RegionsModel(address, service: services.regions)
    let street = Field(known.street, .required, .length(...120))
    let postcode = Field(known.postcode, .digits(6))
    let isDefault = Field(known.isDefault)
    (self.name, self.phone, self.regions) = (name, phone, regions)
    (self.street, self.postcode, self.isDefault) = (street, postcode, isDefault)
    (self.address, self.router) = (address, router)
    form = FieldGroup([
      "name": name, "phone": phone, "province": regions.province, "city": regions.city, "district": regions.district,
      "street": street, "postcode": postcode, "isDefault": isDefault,
    ]) {
      // NB: one key for all tries, so that a form that is sent twice makes one address.
      AddressDraft(
        id: address?.id, name: name.value.trimmed, phone: phone.value.trimmed, province: regions.province.value,
        city: regions.city.value, district: regions.district.value, street: street.value.trimmed,
        postcode: postcode.value.trimmed, isDefault: isDefault.value, key: known.key)
    } send: { draft in
      try await gate.pass { try await services.addresses.save(draft) }
    } saved: { saved in
      events.send(.addressSaved(saved))
      router.path.removeAll { $0 == .address(address) }
    }
  }

  /// The name of the screen.
  public var title: String { address == nil ? "New Address" : "Edit Address" }

  /// Loads what can be chosen.
  public func start() { regions.start() }

  /// Goes back; asks first if something would be lost.
  public func leave() {
    guard form.isDirty else { return close() }
    router.alert = .discardChanges { [weak self] in self?.close() }
  }

  private func close() { router.path.removeAll { $0 == .address(address) } }
}
