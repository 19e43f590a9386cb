// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import StrataStore
import Synchronization

func client(_ transport: ScriptedTransport) -> Client {
  Client(URL(string: "http://shop.example") ?? URL(filePath: "/"), transport: transport) { $0.retry = .never }
}

func service(_ store: Store, _ reply: ScriptedReply) -> BookService {
  BookService(client: client(ScriptedTransport(reply)), store: store)
}

func deliveries<Value>(of sequence: Deliveries<Value>) async throws -> [Delivery<Value>] {
  var all: [Delivery<Value>] = []
  for try await delivery in sequence { all.append(delivery) }
  return all
}

/// A page of books as the server writes it.
func page(_ titles: [String]) -> String {
  #"{"total": \#(titles.count), "page": 1, "books": [\#(titles.map { "{\(fields($0))}" }.joined(separator: ","))]}"#
}

/// A book's page as the server writes it.
func detail(_ title: String) -> String {
  #"{\#(fields(title)), "about": "About \#(title).", "related": []}"#
}

private func fields(_ title: String) -> String {
  let id = title.lowercased()
  return #"""
    "id": "\#(id)", "title": "\#(title)", "authors": ["Jane Austen"], "year": 1815, "language": "en",
    "publisher": null, "pages": 474, "subject": "Novel", "price": "8.80", "currency": "EUR", "cover": "/covers/\#(id)"
    """#
}

/// Errors as they were reported.
final class Problems: Sendable {
  private let stored = Mutex<[any Error]>([])
  var all: [any Error] { stored.withLock { $0 } }
  func add(_ error: any Error) { stored.withLock { $0.append(error) } }
}
