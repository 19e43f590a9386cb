// Part of Strata.
// SPDX-License-Identifier: MIT

extension Route {
  /// `/v2/addresses` of who is signed in.
  static func addresses(_ desk: TokenDesk, _ book: AddressBook) -> [Route] {
    [
      Route("GET", "/v2/addresses") { call in
        let account = try await call.account(desk)
        let page = try call.integer("page", in: 1...1_000_000, default: 1)
        let count = try call.integer("count", in: 1...100, default: 20)
        let (total, addresses) = await book.page(page, of: count, account: account)
        return try .wrapped(AddressPage(total: total, page: page, addresses: addresses))
      },
      Route("POST", "/v2/addresses") { call in
        let account = try await call.account(desk)
        let form = try call.body(AddressForm.self)
        return try .wrapped(await book.add(form, key: call.idempotencyKey, account: account))
      },
      Route("PUT", "/v2/addresses/:id") { call in
        let account = try await call.account(desk)
        let form = try call.body(AddressForm.self)
        return try .wrapped(await book.change(call.arguments["id"] ?? "", form, account: account))
      },
      Route("POST", "/v2/addresses/:id/default") { call in
        let account = try await call.account(desk)
        return try .wrapped(await book.makeDefault(call.arguments["id"] ?? "", account: account))
      },
      Route("DELETE", "/v2/addresses/:id") { call in
        let account = try await call.account(desk)
        await book.delete(call.arguments["id"] ?? "", account: account)
        return try .wrapped(true)
      },
    ]
  }

  /// `/v2/regions`: the provinces, or what lies `in` a region.
  static func regions(_ regions: RegionTree) -> [Route] {
    [
      Route("GET", "/v2/regions") { call in
        let code = try call.text("in") ?? ""
        guard let found = regions.regions(in: code) else {
          throw Problem(
            status: 404, code: "unknown_region", message: "There is no region with the code \"\(code)\".")
        }
        return try .wrapped(found, caching: Content.forADay)
      }
    ]
  }
}

private struct AddressPage: Encodable {
  let total: Int
  let page: Int
  let addresses: [Address]
}
