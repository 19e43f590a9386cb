// Part of Strata.
// SPDX-License-Identifier: MIT

/// An address as a client sends it, right or wrong; what is missing is empty.
struct AddressForm: Decodable, Sendable {
  let name: String
  let phone: String
  let province: String
  let city: String
  let district: String
  let street: String
  let postcode: String
  let isDefault: Bool

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String {
      (try fields.decodeIfPresent(String.self, forKey: key) ?? "").trimmed
    }
    name = try text(.name)
    phone = try text(.phone)
    province = try text(.province)
    city = try text(.city)
    district = try text(.district)
    street = try text(.street)
    postcode = try text(.postcode)
    isDefault = try fields.decodeIfPresent(Bool.self, forKey: .isDefault) ?? false
  }

  private enum CodingKeys: String, CodingKey {
    case name, phone, province, city, district, street, postcode
    case isDefault = "is_default"
  }

  /// The address that this makes.
  ///
  /// - Throws: A problem with a sentence for each field that is wrong.
  func address(_ id: String, in regions: RegionTree) throws(Problem) -> Address {
    let province = regions.region(self.province, in: "")
    let city = province.flatMap { regions.region(self.city, in: $0.code) }
    let district = city.flatMap { regions.region(self.district, in: $0.code) }
    let hasDistricts = city.flatMap { regions.regions(in: $0.code) }?.isEmpty == false
    var wrong: [String: String] = [:]
    if !(1...40).contains(name.count) { wrong["name"] = "Say who receives, in at most 40 characters." }
    if !isPhone { wrong["phone"] = "A telephone number has 5 to 20 digits." }
    if province == nil { wrong["province"] = "Choose a province." }
    if city == nil { wrong["city"] = "Choose a city." }
    if district == nil, hasDistricts || !self.district.isEmpty { wrong["district"] = "Choose a district." }
    if !(1...120).contains(street.count) { wrong["street"] = "Say the street and the house." }
    if !postcode.isEmpty, postcode.wholeMatch(of: /[0-9]{6}/) == nil {
      wrong["postcode"] = "A postcode has 6 digits."
    } else if postcode.hasPrefix("00") {
      wrong["postcode"] = "No postcode begins with 00."
    }
    guard wrong.isEmpty, let province, let city else { throw .invalidFields(wrong) }
    return Address(
      id: id, name: name, phone: phone, province: province, city: city, district: district, street: street,
      postcode: postcode, isDefault: isDefault)
  }

  private var isPhone: Bool {
    let digits = phone.filter { $0.isASCII && $0.isNumber }.count
    return (5...20).contains(digits) && phone.allSatisfy { ($0.isASCII && $0.isNumber) || "+-() ".contains($0) }
  }
}

/// An address as the server writes it.
struct Address: Encodable, Sendable {
  let id: String
  let name: String
  let phone: String
  let province: Region
  let city: Region
  let district: Region?
  let street: String
  let postcode: String
  var isDefault: Bool

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encode(phone, forKey: .phone)
    try fields.encode(province, forKey: .province)
    try fields.encode(city, forKey: .city)
    try fields.encode(district, forKey: .district)
    try fields.encode(street, forKey: .street)
    try fields.encode(postcode, forKey: .postcode)
    try fields.encode(isDefault, forKey: .isDefault)
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, phone, province, city, district, street, postcode
    case isDefault = "is_default"
  }
}
