// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest

struct Order: Codable, Hashable, Sendable {
  var id: Int
}

protocol OrderReading: Sendable {
  func orders() async throws -> [Order]
}

protocol OrderCancelling: Sendable {
  func cancel(_ order: Order) async throws
}

/// The orders at the server.
struct OrderService: OrderReading, OrderCancelling {
  let client: Client

  func orders() async throws -> [Order] { try await client.send(.get("/orders")) }
  func cancel(_ order: Order) async throws { try await client.send(.delete("/orders/\(order.id)")) }
}

/// Orders in memory.
final class ScriptedOrders: OrderReading, OrderCancelling {
  private let rows: UpdateSource<[Order]>
  init(_ orders: [Order]) { rows = UpdateSource(orders) }

  func orders() async throws -> [Order] { rows.value }
  func cancel(_ order: Order) async throws { rows.update { $0.removeAll { $0 == order } } }
}

struct OrderDependencies: Sendable {
  var reading: any OrderReading
  var cancelling: any OrderCancelling

  static func live(client: Client) -> Self {
    let orders = OrderService(client: client)
    return Self(reading: orders, cancelling: orders)
  }

  static func scripted(_ orders: [Order] = []) -> Self {
    let orders = ScriptedOrders(orders)
    return Self(reading: orders, cancelling: orders)
  }
}

struct Root {
  let orders: OrderDependencies

  init(arguments: [String], server: URL) {
    orders = arguments.contains("--scripted") ? .scripted([Order(id: 1)]) : .live(client: Client(server))
  }
}
