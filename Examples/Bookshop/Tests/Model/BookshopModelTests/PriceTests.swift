// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct PriceTests {
  @Test(arguments: ["8.80", "0", "1234567.89", "-1.5", "0.1"])
  func anAmountIsExactThereAndBack(text: String) throws {
    let price = try JSONDecoder().decode(Price.self, from: Data(#"{"price": "\#(text)", "currency": "EUR"}"#.utf8))
    #expect(price.amount == Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
    #expect(try JSONDecoder().decode(Price.self, from: JSONEncoder().encode(price)) == price)
  }

  @Test(arguments: ["", "8,80", "8.80 EUR", "free", "1e3", "NaN", "0x10", "8.", " 8"])
  func whatIsNoAmountIsAnErrorAndNeverZero(text: String) throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Price.self, from: Data(#"{"price": "\#(text)", "currency": "EUR"}"#.utf8))
    }
  }
}
