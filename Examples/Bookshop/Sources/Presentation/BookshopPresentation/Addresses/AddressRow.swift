// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
internal import Foundation

/// What a row of the address list shows, as texts.
public struct AddressRow: Equatable, Sendable {
  /// Who receives, and how to reach them.
  public let title: String
  /// Where it is, from the province to the postcode.
  public let place: String
  /// Whether orders go there.
  public let isDefault: Bool
  /// Which address it is, for what is done to the row.
  public let id: Address.ID

  /// Makes a row.
  public init(_ address: Address) {
    id = address.id
    title = [address.name, address.phone].filter { !$0.isEmpty }.joined(separator: ", ")
    place = [address.area, address.street, address.postcode].filter { !$0.isEmpty }.joined(separator: ", ")
    isDefault = address.isDefault
  }
}

extension Address {
  /// Province, city and district in one line; a part that is empty or "0" is left out with its separator (S0-24).
  public var area: String {
    [province.name, city.name, district?.name ?? ""].filter { !$0.isEmpty && $0 != "0" }.joined(separator: "-")
  }
}

extension String {
  /// The text without white space around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
