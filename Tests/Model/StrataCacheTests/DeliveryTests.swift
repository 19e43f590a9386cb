// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1))) struct DeliveryTests {
  private let request = Request.text("/b").cached(.cacheThenNetwork(maxAge: .seconds(60)))

  private func primed(_ headers: Headers = [:]) async -> World {
    let world = World()
    world.serve(.answers("1", headers))
    _ = await world.ask(.reload)
    return world
  }

  // W21
  @Test func oneDeliveryWhenEqual() async {
    let world = await primed()
    #expect(await world.deliveries(request) == ["1 cache"])
    #expect(world.calls == 2)
  }

  // W7, L1-20 (2)
  @Test func twoWithTheirOriginsWhenDifferent() async {
    let world = await primed()
    world.serve(.answers("2", [:]))
    #expect(await world.deliveries(request) == ["1 cache", "2 network"])
    world.serve(.answers("3", [:]))
    #expect(await world.deliveries(request) == ["2 cache", "3 network"])
  }

  @Test func theFailureAfterAHitIsDelivered() async {
    let world = await primed(["Cache-Control": "max-age=60, stale-if-error=86400"])
    world.serve(.offline)
    #expect(await world.deliveries(request) == ["1 cache", "offline"])
    world.serve(.status(503))
    #expect(await world.deliveries(request) == ["1 cache", "server(status: 503)"])
  }

  // W10: the second step asks whether the first is still right
  @Test func theSecondStepIsAQuestionWhereTheServerGaveAValidator() async {
    let world = await primed(["ETag": "\"1\""])
    world.serve(
      .replies { request in
        request.headers["If-None-Match"] == "\"1\"" ? .status(304) : .status(500)
      })
    #expect(await world.deliveries(request) == ["1 cache"])
    // Values that cannot be compared come twice, with what is known of them.
    var origins: [Origin] = []
    do {
      for try await delivery in world.client.deliveries(Request.raw(.get, "/b").cached(request.options.cache)) {
        origins.append(delivery.origin)
        #expect(delivery.value.text == "1")
      }
    } catch { Issue.record(error) }
    #expect(origins == [.cache, .revalidated])
  }

  @Test func whoStopsAfterTheFirstAsksNobody() async throws {
    let world = await primed()
    for try await delivery in world.client.deliveries(request) {
      #expect(delivery.value == "1")
      break
    }
    #expect(world.calls == 1)
  }
}
