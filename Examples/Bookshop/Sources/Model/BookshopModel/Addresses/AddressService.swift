// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract
public import StrataRequest
public import StrataService
import StrataStore

/// The addresses at the shop's server, with what was read kept in the user's own file.
///
/// What cannot be saved or read back is reported and costs nothing else: the server's answer counts.
public struct AddressService: AddressEditing {
  private let client: Client
  private let personal: PersonalStore
  private let report: @Sendable (any Error) -> Void

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - client: Asks the server, with the session's credentials.
  ///   - personal: Keeps the pages; gone when the user leaves.
  ///   - report: Told when the file fails. Default: nobody.
  public init(
    client: Client, personal: PersonalStore, report: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.client = client
    self.personal = personal
    self.report = report
  }

  /// The server's page, which is kept.
  public func addresses(_ page: PageRequest) async throws -> Page<Address> {
    // NB: opened before the request: if the user leaves meanwhile, it is closed, and the answer is kept nowhere.
    let pages = saved()
    let answer = try await client.send(
      Request<AddressAnswer>.get("/v2/addresses", query: ["page": page.number, "count": page.size]).tagged(.account))
    let addresses = Page(answer.addresses, total: answer.total)
    await keep { try await pages?.put(addresses, for: page.key) }
    return addresses
  }

  /// The kept page, then the server's.
  public func deliveries(_ page: PageRequest) -> Deliveries<Page<Address>> {
    Deliveries(
      {
        do { return try saved()?.value(for: page.key).map { Delivery($0, from: .cache) } } catch {
          report(error)
          return nil
        }
      },
      { Delivery(try await addresses(page), from: .network) })
  }

  /// Makes or changes an address. Sent twice, a new one is made once.
  @discardableResult public func save(_ draft: AddressDraft) async throws -> Address {
    let form = AddressForm(draft)
    return try await editing {
      guard let id = draft.id else {
        return try await client.send(
          Request<Address>.post("/v2/addresses", json: form).idempotent(draft.key).tagged(.account))
      }
      return try await client.send(Request<Address>.put("/v2/addresses/\(id)", json: form).tagged(.account))
    }
  }

  /// Makes an address the default.
  @discardableResult public func makeDefault(_ id: Address.ID) async throws -> Address {
    try await editing {
      try await client.send(Request<Address>.post("/v2/addresses/\(id)/default").tagged(.account))
    }
  }

  /// Deletes an address.
  public func delete(_ id: Address.ID) async throws {
    try await editing { try await client.send(Request<Void>.delete("/v2/addresses/\(id)").tagged(.account)) }
  }

  /// Does what makes the kept pages wrong.
  private func editing<Value>(_ work: () async throws -> Value) async throws -> Value {
    let pages = saved()
    let value = try await work()
    await keep { try await pages?.clear() }
    return value
  }

  private func saved() -> StoreCollection<String, Page<Address>>? {
    do { return try personal.store().collection("addresses", of: Page<Address>.self) } catch {
      if !(error is SessionError) { report(error) }
      return nil
    }
  }

  private func keep(_ write: () async throws -> Void) async {
    do { try await write() } catch { report(error) }
  }
}

extension PageRequest {
  fileprivate var key: String { "\(number)/\(size)" }
}

private struct AddressAnswer: Decodable, Sendable {
  let total: Int
  let addresses: [Address]
}

/// A draft as the server reads it: regions by their codes, nothing as `""`.
private struct AddressForm: Encodable {
  let name: String
  let phone: String
  let province: String
  let city: String
  let district: String
  let street: String
  let postcode: String
  let isDefault: Bool

  init(_ draft: AddressDraft) {
    name = draft.name
    phone = draft.phone
    province = draft.province?.code ?? ""
    city = draft.city?.code ?? ""
    district = draft.district?.code ?? ""
    street = draft.street
    postcode = draft.postcode
    isDefault = draft.isDefault
  }
}
