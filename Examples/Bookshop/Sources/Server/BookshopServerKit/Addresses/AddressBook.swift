// Part of Strata.
// SPDX-License-Identifier: MIT

/// The addresses of all accounts, newest first. What changes is gone when the server ends.
actor AddressBook {
  private struct Shelf {
    var rows: [Address] = []
    /// Which address a key made, so that a request that is sent twice makes one.
    var keys: [String: String] = [:]
  }

  private let regions: RegionTree
  private var shelves: [String: Shelf] = [:]
  private var count = 0

  /// Ann has two addresses, Bao none, Cyd so many that they come in pages.
  init(regions: RegionTree) {
    self.regions = regions
    var shelves: [String: Shelf] = [:]
    var count = 0
    for (account, number) in [("ann", 2), ("cyd", 45)] {
      for place in 1...number {
        count += 1
        shelves[account, default: Shelf()].rows.insert(
          Self.example("a\(count)", account, place, in: regions), at: 0)
      }
    }
    self.shelves = shelves
    self.count = count
  }

  private static func example(_ id: String, _ account: String, _ place: Int, in regions: RegionTree) -> Address {
    let city = Region(code: "330100", name: "Hangzhou")
    let districts = regions.regions(in: city.code) ?? []
    return Address(
      id: id, name: account.prefix(1).uppercased() + account.dropFirst(), phone: "0571 8700 \(1_000 + place)",
      province: .init(code: "330000", name: "Zhejiang"),
      city: city, district: districts[place % districts.count], street: "Book Lane \(place)", postcode: "310000",
      isDefault: place == 1)
  }

  /// One page, the default first, and how many there are.
  func page(_ page: Int, of count: Int, account: String) -> (total: Int, addresses: [Address]) {
    let rows = shelves[account]?.rows ?? []
    let sorted = rows.filter(\.isDefault) + rows.filter { !$0.isDefault }
    return (rows.count, Array(sorted.dropFirst((page - 1) * count).prefix(count)))
  }

  /// Makes an address, or changes the one that the same key made.
  func add(_ form: AddressForm, key: String?, account: String) throws(Problem) -> Address {
    let known = key.flatMap { shelves[account]?.keys[$0] }
    if let known, place(of: known, account) != nil { return try change(known, form, account: account) }
    let address = try form.address("a\(count + 1)", in: regions)
    count += 1
    shelves[account, default: Shelf()].rows.insert(address, at: 0)
    if let key { shelves[account]?.keys[key] = address.id }
    return settle(address, account)
  }

  func change(_ id: String, _ form: AddressForm, account: String) throws(Problem) -> Address {
    guard let place = place(of: id, account) else { throw .goneAddress }
    let address = try form.address(id, in: regions)
    shelves[account]?.rows[place] = address
    return settle(address, account)
  }

  func makeDefault(_ id: String, account: String) throws(Problem) -> Address {
    guard let place = place(of: id, account), var address = shelves[account]?.rows[place] else { throw .goneAddress }
    address.isDefault = true
    shelves[account]?.rows[place] = address
    return settle(address, account)
  }

  /// Deletes an address; one that is gone already is fine.
  func delete(_ id: String, account: String) { shelves[account]?.rows.removeAll { $0.id == id } }

  private func place(of id: String, _ account: String) -> Int? { shelves[account]?.rows.firstIndex { $0.id == id } }

  /// Takes the default from all others where this address has it.
  private func settle(_ address: Address, _ account: String) -> Address {
    guard address.isDefault, let rows = shelves[account]?.rows else { return address }
    for index in rows.indices where rows[index].id != address.id { shelves[account]?.rows[index].isDefault = false }
    return address
  }
}
