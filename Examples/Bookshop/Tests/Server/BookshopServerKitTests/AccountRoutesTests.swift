// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Foundation
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AccountRoutesTests {
  @Test func aPasswordGivesTokensAndTokensTheAccount() async throws {
    let ann = try await Customer(try Shop())
    let account = try await ann.ask(.get, "/v2/account")
    #expect(account.code == "ok" && account.status == 200)
    #expect(account.data["name"] as? String == "Ann" && account.data["email"] as? String == "ann@example.com")
    #expect(account.headers["Cache-Control"] == "no-store")
  }

  @Test(arguments: [
    #"{"email": "ann@example.com", "password": "Books"}"#, #"{"email": "ann@example.com", "password": ""}"#,
    #"{"email": "who@example.com", "password": "books"}"#, #"{"email": "", "password": ""}"#,
  ])
  func aWrongPasswordAndAnUnknownAddressAreRefusedAlike(form: String) async throws {
    let reply = try await Customer(strangerIn: try Shop.shared()).ask(.post, "/v2/tokens", form)
    #expect(reply.status == 403 && reply.code == "wrong_password")
    #expect(reply.message == "The e-mail address or the password is wrong.")
    #expect(Array(reply.fields.keys) == ["password"])
  }

  @Test func theCaseOfAnAddressDoesNotCount() async throws {
    let reply = try await Customer(strangerIn: try Shop()).ask(
      .post, "/v2/tokens", #"{"email": " ANN@example.com ", "password": "books"}"#)
    #expect(reply.status == 200)
  }

  @Test(arguments: ["", "[]", "{}", #"{"email": 1}"#, "<xml/>"])
  func aBodyThatIsNoFormIsRefused(body: String) async throws {
    let reply = try await Customer(strangerIn: try Shop.shared()).ask(.post, "/v2/tokens", body)
    #expect(reply.status == 400 && reply.code == "invalid_body")
  }

  @Test func withoutAGoodTokenNothingIsTold() async throws {
    var nobody = Customer(strangerIn: try Shop())
    for access in ["", "x", "x y"] {
      nobody.access = access
      let reply = try await nobody.ask(.get, "/v2/account")
      #expect(reply.status == 401 && reply.code == "signed_out")
      #expect(reply.headers["WWW-Authenticate"] == "Bearer")
    }
  }

  @Test func anExpiredTokenIsRenewedByItsRefreshTokenOnce() async throws {
    let shop = try Shop { $0.tokenSeconds = 0 }
    var ann = try await Customer(shop)
    #expect(try await ann.ask(.get, "/v2/account").status == 401)
    let old = ann.refresh
    let renewed = try await ann.ask(.post, "/v2/tokens/renew", #"{"token": "\#(old)"}"#)
    try ann.take(renewed)
    #expect(ann.refresh != old)
    #expect(renewed.data["seconds"] as? Int == 0)
    // A used refresh token ends the whole sign-in.
    #expect(try await ann.ask(.post, "/v2/tokens/renew", #"{"token": "\#(old)"}"#).status == 401)
    #expect(try await ann.ask(.post, "/v2/tokens/renew", #"{"token": "\#(ann.refresh)"}"#).status == 401)
  }

  @Test func aSignInMaySayHowLongItsTokensAreGood() async throws {
    let shop = try Shop()
    let brief = try await Customer(shop, seconds: 0)
    #expect(try await brief.ask(.get, "/v2/account").status == 401)
    let long = try await Customer(shop, seconds: 60)
    #expect(try await long.ask(.get, "/v2/account").status == 200)
    let wrong = try await long.ask(.post, "/v2/tokens", #"{"email":"ann@example.com","password":"books","seconds":-1}"#)
    #expect(wrong.status == 400)
  }

  @Test func aRenewalReplacesTheAccessToken() async throws {
    var ann = try await Customer(try Shop())
    let old = ann
    try ann.take(try await ann.ask(.post, "/v2/tokens/renew", #"{"token": "\#(ann.refresh)"}"#))
    #expect(try await ann.ask(.get, "/v2/account").status == 200)
    #expect(try await old.ask(.get, "/v2/account").status == 401)
  }

  @Test func revokingEndsOneSignInOrAll() async throws {
    let shop = try Shop()
    let first = try await Customer(shop), second = try await Customer(shop)
    let bao = try await Customer(shop, email: "bao@example.com")
    #expect(try await first.ask(.post, "/v2/tokens/revoke", #"{"token": "\#(first.refresh)"}"#).isTrue)
    #expect(try await first.ask(.post, "/v2/tokens/revoke", #"{"token": "unknown"}"#).isTrue)
    #expect(try await first.ask(.get, "/v2/account").status == 401)
    #expect(try await second.ask(.get, "/v2/account").status == 200)
    let all = try await bao.ask(
      .post, "/v2/tokens/revoke-all", #"{"email": "ann@example.com", "password": "books"}"#)
    #expect(all.isTrue)
    #expect(try await second.ask(.get, "/v2/account").status == 401)
    #expect(try await second.ask(.post, "/v2/tokens/renew", #"{"token": "\#(second.refresh)"}"#).status == 401)
    #expect(try await bao.ask(.get, "/v2/account").status == 200)
  }

  @Test func aNameCanBeChangedButNotToNothing() async throws {
    let ann = try await Customer(try Shop())
    #expect(try await ann.ask(.patch, "/v2/account", #"{"name": " Anna "}"#).data["name"] as? String == "Anna")
    #expect(try await ann.ask(.get, "/v2/account").data["name"] as? String == "Anna")
    let blank = try await ann.ask(.patch, "/v2/account", #"{"name": "  "}"#)
    #expect(blank.status == 422 && blank.code == "invalid" && Array(blank.fields.keys) == ["name"])
  }
}
