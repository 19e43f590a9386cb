// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// An address as a form sends it: what the user has filled in, right or wrong.
///
/// The server checks it and answers by ``Field``.
public struct AddressDraft: Hashable, Sendable {
  /// The names of the fields in the server's messages.
  public enum Field: String, CaseIterable, Sendable {
    /// A part of an address.
    case name, phone, province, city, district, street, postcode
  }

  /// Which address is changed; `nil` for a new one.
  public var id: Address.ID?
  /// Who receives.
  public var name: String
  /// How to reach them.
  public var phone: String
  /// The province, if one was chosen.
  public var province: Region?
  /// The city, if one was chosen.
  public var city: Region?
  /// The district, if one was chosen.
  public var district: Region?
  /// Street and house.
  public var street: String
  /// The postcode.
  public var postcode: String
  /// Whether it becomes the default.
  public var isDefault: Bool
  /// Names this draft when it is sent again, so that it makes one address and not two.
  ///
  /// Sent again with other contents it changes the address that it made.
  public var key: String

  /// Makes a draft. Defaults: an empty one with a key of its own.
  public init(
    id: Address.ID? = nil, name: String = "", phone: String = "", province: Region? = nil, city: Region? = nil,
    district: Region? = nil, street: String = "", postcode: String = "", isDefault: Bool = false,
    key: String = UUID().uuidString
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
    self.key = key
  }

  /// Makes the draft that changes an address.
  public init(_ address: Address) {
    self.init(
      id: address.id, name: address.name, phone: address.phone, province: address.province, city: address.city,
      district: address.district, street: address.street, postcode: address.postcode, isDefault: address.isDefault)
  }
}
