// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataPresentation
import Testing

@MainActor @Suite struct FieldRuleTests {
  @Test(arguments: ["", " ", "\t\n", "\u{3000}"]) func whiteSpaceAloneIsMissing(text: String) {
    #expect(FieldRule<String>.required.problem(of: text) == .missing)
  }

  @Test func anythingElseIsThere() {
    #expect(FieldRule<String>.required.problem(of: " a ") == nil)
    #expect(FieldRule<Int?>.required.problem(of: nil) == .missing)
    #expect(FieldRule<Int?>.required.problem(of: 0) == nil)
  }

  @Test(
    arguments: [
      ("", nil), ("a", .tooShort(2)), (" a ", .tooShort(2)), ("ab", nil), ("abcd", nil), ("abcde", .tooLong(4)),
      ("👨‍👩‍👧‍👦", .tooShort(2)), ("你好", nil),
    ] as [(String, FieldProblem?)])
  func lengthCountsWhatAPersonCounts(text: String, problem: FieldProblem?) {
    #expect(FieldRule<String>.length(2...4).problem(of: text) == problem)
  }

  @Test func lengthTakesOpenRanges() {
    #expect(FieldRule<String>.length(3...).problem(of: "ab") == .tooShort(3))
    #expect(FieldRule<String>.length(3...).problem(of: String(repeating: "a", count: 1000)) == nil)
    #expect(FieldRule<String>.length(...3).problem(of: "abcd") == .tooLong(3))
    #expect(FieldRule<String>.length(..<3).problem(of: "abc") == .tooLong(2))
  }

  @Test(arguments: ["", "510000", " 510000 "]) func sixDigitsAreAPostcode(text: String) {
    #expect(FieldRule<String>.digits(6).problem(of: text) == nil)
  }

  @Test(arguments: ["51000", "5100000", "51000a", "510 000", "-10000"]) func anythingElseIsNone(text: String) {
    #expect(FieldRule<String>.digits(6).problem(of: text) == .notDigits(6))
  }

  @Test(arguments: ["", "a@b.cn", "jane.austen+books@mail.example.org", " jane@example.org ", "李@例子.中国"])
  func whatMayBeAnAddressIsTaken(text: String) {
    #expect(FieldRule<String>.email.problem(of: text) == nil)
  }

  @Test(arguments: [
    "jane", "jane@", "@example.org", "jane@example", "jane@.org", "jane@example.", "a@b@c.org", "a b@c.org",
  ])
  func whatCannotBeAnAddressIsRefused(text: String) {
    #expect(FieldRule<String>.email.problem(of: text) == .notAnEmail)
  }

  @Test(arguments: ["", "13800138000", "+86 138-0013-8000", "(020) 8888 8888", "12345"])
  func whatMayBeATelephoneNumberIsTaken(text: String) {
    #expect(FieldRule<String>.phone.problem(of: text) == nil)
  }

  @Test(arguments: ["1234", "1234567890123456", "++8613800138000", "138a0013800", "13800+138000", "１３８００１３８０００"])
  func whatCannotBeATelephoneNumberIsRefused(text: String) {
    #expect(FieldRule<String>.phone.problem(of: text) == .notAPhoneNumber)
  }

  @Test func everyProblemHasATextInBothLanguages() {
    let problems: [FieldProblem] = [
      .missing, .tooShort(2), .tooLong(9), .notDigits(6), .notAnEmail, .notAPhoneNumber, .notANumber, .tooSmall("1"),
      .tooLarge("9"), .said("My own words."),
    ]
    for wording in [FieldWording.english, .chinese] {
      let texts = problems.map(wording.text)
      #expect(Set(texts).count == problems.count)
      #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("{") })
      #expect(texts.last == "My own words.")
    }
    #expect(FieldWording.english.text(for: .tooLong(40)) == "At most 40 characters.")
  }
}
