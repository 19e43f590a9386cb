// Part of Strata.
// SPDX-License-Identifier: MIT

/// What the benchmark reads: 12 members, one of them an object and one a list.
struct Item: Codable, Equatable {
  struct Author: Codable, Equatable {
    var id: Int
    var name: String
  }

  var id: Int
  var title: String
  var subtitle: String?
  var price: Double
  var currency: String
  var isInStock: Bool
  var rating: Double
  var reviews: Int
  var author: Author
  var tags: [String]
  var isbn: String
  var isRare: Bool
}

/// Documents made by counting: the same in every run.
enum Catalogue {
  /// A list of 10,000 items; clean, or with every scalar in the wrong form.
  static func text(isClean: Bool) -> String {
    "[" + (0..<10_000).map { item($0, isClean: isClean) }.joined(separator: ",") + "]"
  }

  static func item(_ number: Int, isClean: Bool) -> String {
    func value(_ text: String) -> String { isClean ? text : "\"\(text)\"" }
    func digits(_ text: String) -> String { isClean ? "\"\(text)\"" : text }
    let isEven = number.isMultiple(of: 2)
    let title = #""Book \#(number) with a \"quoted\" caf\u00e9 – 書""#
    return """
      {"id":\(value("\(number)")),"title":\(isClean ? title : title),\
      "subtitle":\(digits("\(number % 97)")),"price":\(value("\(number % 90).25")),"currency":\(digits("978")),\
      "isInStock":\(isClean ? "\(isEven)" : isEven ? "1" : "0"),"rating":\(value("\(number % 5).5")),\
      "reviews":\(value("\(number % 1_000)")),\
      "author":{"id":\(value("\(number % 300)")),"name":\(digits("\(number % 300)"))},\
      "tags":[\(digits("1"))],"isbn":\(digits("978\(1_000_000_000 + number)")),\
      "isRare":\(isClean ? "\(!isEven)" : "\"\(!isEven)\"")}
      """
  }
}
