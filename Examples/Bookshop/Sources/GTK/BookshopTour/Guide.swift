// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// The visits of the tour, and what is seen in each.
enum Guide: String {
  /// Books: search, paging, a book; the server goes. Killed.
  case books
  /// Books without a server, and with it back.
  case booksAgain
  /// Signing in, addresses, the account, sign-ins that end. Killed on a form.
  case account
  /// The form is there again; without a server; signing out.
  case accountAgain
  /// Started by a link to a page that needs a sign-in.
  case link
  /// Started by a link to a book.
  case bookLink

  /// The servers, one after the other, and how each visit to them ends.
  static let servers: [(flags: [String], visits: [(Guide, status: Int32)])] = [
    ([], [(.books, -SIGKILL), (.booksAgain, 0)]),
    (["--token-seconds", "2"], [(.account, -SIGKILL), (.accountAgain, 0)]),
    ([], [(.link, 0), (.bookLink, 0)]),
  ]

  /// Whose files the app finds.
  var person: String {
    switch self {
    case .books, .booksAgain: "reader"
    case .account, .accountAgain: "buyer"
    case .link, .bookLink: "guest"
    }
  }

  /// The link that the app is started with.
  var link: String? {
    switch self {
    case .link: "bookshop://addresses/new"
    case .bookLink: "bookshop://books/\(Visit.linkedBook)"
    case .books, .booksAgain, .account, .accountAgain: nil
    }
  }

  /// Leads a visit.
  func lead(_ visit: Visit, _ device: OtherDevice, server: pid_t, port: Int) async throws {
    switch self {
    case .books: try await visit.booksFirst(server: server)
    case .booksAgain: try await visit.booksAgain(port: port)
    case .account:
      try await visit.signsIn()
      try await visit.addsAnAddress()
      try await visit.addsAnother(street: "Market Street 3")
      try await visit.changesTheDefault(device)
      try await visit.deletes(device)
      try await visit.leavesAForm()
      try await visit.staysSignedIn()
      try await visit.signsInAgain(device)
      try await visit.changesTheName()
      try await visit.isKilledOnAForm()
    case .accountAgain:
      try await visit.findsTheFormAgain()
      try await visit.worksOffline(server: server)
      let again = try await visit.comesBack(port: port)
      try await visit.signsOut()
      again.process.kill()
    case .link: try await visit.followsALinkThatNeedsASignIn()
    case .bookLink: try await visit.followsALinkToABook()
    }
  }
}
