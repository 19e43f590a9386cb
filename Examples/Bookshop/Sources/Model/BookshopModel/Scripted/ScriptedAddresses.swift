// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Addresses in memory, with a server's rules: for previews and tests.
///
/// ```swift
/// let addresses = ScriptedAddresses(signingIn: ScriptedSignIn(.signedIn(ScriptedSignIn.accounts[0])))
/// addresses.failNext(Failure(.offline))
/// ```
public final class ScriptedAddresses: AddressEditing {
  private struct State: Sendable {
    var rows: [Address]
    var keys: [String: Address.ID] = [:]
    var made = 0
    var trouble: [Failure] = []
  }
  private let state: UpdateSource<State>
  private let signingIn: ScriptedSignIn

  /// Makes addresses.
  ///
  /// - Parameters:
  ///   - signingIn: Who must be signed in.
  ///   - rows: What is there at first. Default none.
  public init(signingIn: ScriptedSignIn, _ rows: [Address] = []) {
    self.signingIn = signingIn
    state = UpdateSource(State(rows: rows))
  }

  /// What is there now, newest first.
  public var rows: [Address] { state.value.rows }

  /// The next call fails so; one after the other.
  public func failNext(_ failure: Failure) { state.update { $0.trouble.append(failure) } }

  /// The default first, then the newest first.
  public func addresses(_ page: PageRequest) async throws -> Page<Address> {
    try begin()
    let rows = state.value.rows
    let sorted = rows.filter(\.isDefault) + rows.filter { !$0.isDefault }
    return Page(Array(sorted.dropFirst(page.offset).prefix(page.size)), total: rows.count)
  }

  /// Makes or changes an address.
  @discardableResult public func save(_ draft: AddressDraft) async throws -> Address {
    try begin()
    let fields = draft.problems
    guard fields.isEmpty, let province = draft.province, let city = draft.city else {
      throw Failure(.business(code: "invalid"), message: "Some fields are not right yet.", fields: fields)
    }
    return try state.update { state in
      let known = draft.id ?? state.keys[draft.key]
      let index = known.flatMap { id in state.rows.firstIndex { $0.id == id } }
      if draft.id != nil, index == nil { throw Failure(.business(code: "gone"), message: "This address is gone.") }
      if index == nil { state.made += 1 }
      let id = index.map { state.rows[$0].id } ?? "new-\(state.made)"
      let address = Address(
        id: id, name: draft.name, phone: draft.phone, province: province, city: city, district: draft.district,
        street: draft.street, postcode: draft.postcode, isDefault: draft.isDefault)
      if let index { state.rows[index] = address } else { state.rows.insert(address, at: 0) }
      state.keys[draft.key] = id
      if draft.isDefault { state.rows.makeDefault(id) }
      return address
    }
  }

  /// Makes an address the default.
  @discardableResult public func makeDefault(_ id: Address.ID) async throws -> Address {
    try begin()
    return try state.update { state in
      state.rows.makeDefault(id)
      guard let address = state.rows.first(where: { $0.id == id }) else {
        throw Failure(.business(code: "gone"), message: "This address is gone.")
      }
      return address
    }
  }

  /// Deletes an address.
  public func delete(_ id: Address.ID) async throws {
    try begin()
    state.update { $0.rows.removeAll { $0.id == id } }
  }

  private func begin() throws {
    if let failure = state.update({ $0.trouble.isEmpty ? nil : $0.trouble.removeFirst() }) { throw failure }
    _ = try signingIn.user()
  }
}

extension [Address] {
  fileprivate mutating func makeDefault(_ id: Address.ID) {
    guard contains(where: { $0.id == id }) else { return }
    for index in indices { self[index].isDefault = self[index].id == id }
  }
}

extension AddressDraft {
  /// What a server would say.
  fileprivate var problems: [String: String] {
    var problems: [Field: String] = [:]
    if name.allSatisfy(\.isWhitespace) { problems[.name] = "Say who receives." }
    if phone.filter(\.isNumber).count < 5 { problems[.phone] = "A telephone number has at least 5 digits." }
    if province == nil { problems[.province] = "Choose a province." }
    if city == nil { problems[.city] = "Choose a city." }
    if let city, district == nil, ScriptedRegions.tree[city.code] != nil { problems[.district] = "Choose a district." }
    if street.allSatisfy(\.isWhitespace) { problems[.street] = "Say the street and the house." }
    if !postcode.isEmpty, postcode.wholeMatch(of: /[0-9]{6}/) == nil {
      problems[.postcode] = "A postcode has 6 digits."
    }
    return Dictionary(uniqueKeysWithValues: problems.map { ($0.key.rawValue, $0.value) })
  }
}
