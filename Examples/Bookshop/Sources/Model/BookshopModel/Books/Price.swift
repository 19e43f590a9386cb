// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// An amount of money, exact to the last digit.
public struct Price: Codable, Hashable, Sendable {
  /// How much, in the currency's main unit.
  public let amount: Decimal
  /// The currency as an ISO 4217 code, such as `EUR`.
  public let currency: String

  /// Makes a price.
  public init(_ amount: Decimal, _ currency: String) {
    self.amount = amount
    self.currency = currency
  }

  /// A price as the server writes it: the amount as text, so that no reader rounds it.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let text = try fields.decode(String.self, forKey: .amount)
    let isNumber = text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
    guard isNumber, let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
      throw DecodingError.dataCorruptedError(
        forKey: .amount, in: fields, debugDescription: "A price is a decimal number such as 18.90, not \"\(text)\".")
    }
    self.init(amount, try fields.decode(String.self, forKey: .currency))
  }

  /// The amount as text, and the currency.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(amount.description, forKey: .amount)
    try fields.encode(currency, forKey: .currency)
  }

  private enum CodingKeys: String, CodingKey {
    case amount = "price"
    case currency
  }
}
