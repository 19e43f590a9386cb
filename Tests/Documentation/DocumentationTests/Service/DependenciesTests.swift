// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import Testing

/// The samples of StrataService's article, run.
@Suite(.timeLimit(.minutes(1))) struct DependenciesTests {
  private struct RefusingOrders: OrderCancelling {
    func cancel(_ order: Order) async throws { throw Failure(.business(code: "sent"), message: "It has left.") }
  }

  @Test func theRootSwitchesBetweenLiveAndScripted() async throws {
    let server = try #require(URL(string: "http://shop.test"))
    let scripted = Root(arguments: ["--scripted"], server: server).orders
    #expect(try await scripted.reading.orders() == [Order(id: 1)])
    try await scripted.cancelling.cancel(Order(id: 1))
    #expect(try await scripted.reading.orders().isEmpty)
    #expect(Root(arguments: [], server: server).orders.reading is OrderService)
  }

  @Test func theLiveSetAsksTheServer() async throws {
    let transport = ScriptedTransport(.json(#"[{"id": 7}]"#), .status(204))
    let live = OrderDependencies.live(
      client: Client(try #require(URL(string: "http://shop.test")), transport: transport))
    #expect(try await live.reading.orders() == [Order(id: 7)])
    try await live.cancelling.cancel(Order(id: 7))
    #expect(transport.requests.map { "\($0.method) \($0.url.path())" } == ["GET /orders", "DELETE /orders/7"])
  }

  @Test func aTestReplacesTheOnePartThatItIsAbout() async throws {
    var dependencies = OrderDependencies.scripted([Order(id: 1)])
    dependencies.cancelling = RefusingOrders()
    await #expect(throws: Failure.self) { try await dependencies.cancelling.cancel(Order(id: 1)) }
    #expect(try await dependencies.reading.orders() == [Order(id: 1)])
  }
}
