// Part of Strata.
// SPDX-License-Identifier: MIT

/// A place the shop sends books to.
public struct Address: Codable, Hashable, Identifiable, Sendable {
  /// The shop's own name of the address.
  public let id: String
  /// Who receives.
  public var name: String
  /// How to reach them.
  public var phone: String
  /// The province.
  public var province: Region
  /// The city.
  public var city: Region
  /// The district; some cities have none.
  public var district: Region?
  /// Street and house.
  public var street: String
  /// The postcode; may be empty.
  public var postcode: String
  /// Whether orders go here unless the user says otherwise. At most one of an account.
  public var isDefault: Bool

  /// Makes an address.
  public init(
    id: String, name: String, phone: String, province: Region, city: Region, district: Region?, street: String,
    postcode: String, isDefault: Bool = false
  ) {
    self.id = id
    self.name = name
    self.phone = phone
    self.province = province
    self.city = city
    self.district = district
    self.street = street
    self.postcode = postcode
    self.isDefault = isDefault
  }
}
