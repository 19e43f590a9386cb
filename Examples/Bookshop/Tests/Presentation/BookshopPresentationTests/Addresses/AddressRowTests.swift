// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import Testing

@Suite struct AddressRowTests {
  private func area(_ province: String, _ city: String, _ district: String?) -> String {
    var it = address("1")
    it.province = Region(code: "1", name: province)
    it.city = Region(code: "2", name: city)
    it.district = district.map { Region(code: "3", name: $0) }
    return it.area
  }

  @Test(
    arguments: [
      ("Zhejiang", "Hangzhou", "Xihu", "Zhejiang-Hangzhou-Xihu"), ("Zhejiang", "Hangzhou", nil, "Zhejiang-Hangzhou"),
      ("Zhejiang", "Hangzhou", "", "Zhejiang-Hangzhou"), ("Zhejiang", "Hangzhou", "0", "Zhejiang-Hangzhou"),
      ("Zhejiang", "0", "Xihu", "Zhejiang-Xihu"), ("0", "Hangzhou", "Xihu", "Hangzhou-Xihu"), ("0", "0", "0", ""),
      ("", "", nil, ""), ("浙江省", "杭州市", "西湖区", "浙江省-杭州市-西湖区"), ("00", "10", "0", "00-10"),
    ] as [(String, String, String?, String)])
  func emptyPartsAndZerosAreLeftOutWithTheirSeparator(province: String, city: String, district: String?, text: String) {
    #expect(area(province, city, district) == text)  // S0-24
  }

  @Test func aRowSaysWhoAndWhere() {
    let row = AddressRow(address("7", isDefault: true))
    #expect(row.title == "Ann, 13800138000")
    #expect(row.place == "Zhejiang-Hangzhou-Xihu, 7 Lake Road, 310000")
    #expect(row.isDefault)
  }

  @Test func whatIsMissingLeavesNoComma() {
    var it = address("7")
    (it.phone, it.postcode) = ("", "")
    #expect(AddressRow(it).title == "Ann")
    #expect(AddressRow(it).place == "Zhejiang-Hangzhou-Xihu, 7 Lake Road")
  }
}
