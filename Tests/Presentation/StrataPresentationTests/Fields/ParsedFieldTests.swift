// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataPresentation
import Testing

@MainActor @Suite struct ParsedFieldTests {
  @Test func theTextIsKeptAlsoWhereItIsNoNumber() {
    let pages = ParsedField(474, as: .wholeNumber(in: 1...9999), isRequired: true)
    #expect(pages.input.value == "474" && pages.value == 474)
    pages.input.value = "47x"
    #expect(pages.value == nil)
    #expect(pages.input.value == "47x" && pages.input.problem == .notANumber)
    pages.input.value = "475"
    #expect(pages.value == 475 && pages.input.isDirty)
  }

  @Test func anEmptyTextIsNoValueAndAProblemOnlyIfItIsRequired() {
    let optional = ParsedField<Int>(nil, as: .wholeNumber())
    #expect(optional.input.value == "" && optional.value == nil && optional.input.isValid)
    let required = ParsedField<Int>(nil, as: .wholeNumber(), isRequired: true)
    #expect(required.input.problem == .missing && required.input.isRequired)
  }

  @Test(
    arguments: [
      ("1", nil), (" 9 ", nil), ("0", .tooSmall("1")), ("10", .tooLarge("9")), ("-1", .tooSmall("1")),
      ("1.0", .notANumber), ("1 0", .notANumber), ("٣", nil), ("５", nil), ("五", .notANumber), ("½", .notANumber),
      ("99999999999999999999", .notANumber),
    ] as [(String, FieldProblem?)])
  func aWholeNumberIsReadWholeOrNotAtAll(text: String, problem: FieldProblem?) {
    let field = ParsedField<Int>(nil, as: .wholeNumber(in: 1...9))
    field.input.value = text
    #expect(field.input.problem == problem)
    #expect((field.value == nil) == (problem != nil))
  }

  @Test(
    arguments: [
      ("8.8", ".", Decimal(88) / 10), ("8,8", ",", Decimal(88) / 10), ("-0.01", ".", Decimal(-1) / 100),
      ("８.８", ".", Decimal(88) / 10), ("12", ",", 12), ("1.000", ",", nil), ("1,000", ".", nil), (".", ".", nil),
      ("1.", ".", nil), (".5", ".", nil), ("1.2.3", ".", nil), ("12abc", ".", nil), ("--1", ".", nil),
      ("1e3", ".", nil), ("½", ".", nil),
    ] as [(String, String, Decimal?)])
  func anAmountIsExact(text: String, separator: String, amount: Decimal?) {
    let field = ParsedField<Decimal>(nil, as: .decimal(separator: separator))
    field.input.value = text
    #expect(field.value == amount)
    #expect(field.input.isValid == (amount != nil))
  }

  @Test func anAmountIsWrittenAsItIsRead() {
    let price = ParsedField(Decimal(880) / 100, as: .decimal(in: 0...100, separator: ","))
    #expect(price.input.value == "8,8")
    price.input.value = "100,01"
    #expect(price.input.problem == .tooLarge("100"))
    price.input.value = "-0,5"
    #expect(price.input.problem == .tooSmall("0"))
  }

  @Test func aLoadedNumberKeepsWhatWasTyped() {
    let (typed, untouched) = (ParsedField(1, as: .wholeNumber()), ParsedField(1, as: .wholeNumber()))
    typed.input.value = "12"
    typed.fill(7)
    untouched.fill(7)
    #expect(typed.value == 12 && untouched.value == 7 && !untouched.input.isDirty)
    untouched.fill(nil)
    #expect(untouched.input.value == "")
  }

  @Test func aConversionOfOnesOwnSaysWhatIsWrong() {
    let code = FieldConversion<Int> {
      "SH-\($0)"
    } read: { text throws(FieldProblem) in
      guard text.hasPrefix("SH-"), let number = Int(text.dropFirst(3)) else { throw .said("Such as SH-12.") }
      return number
    }
    let field = ParsedField(12, as: code)
    #expect(field.input.value == "SH-12")
    field.input.value = "12"
    field.input.touch()
    #expect(field.input.message == "Such as SH-12.")
  }
}
