// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct LoaderTests {
  @Test func aKnownValueStandsAndTheServersReplacesIt() async {
    let loader = Loader(initial: 1) { .network { 2 } }
    #expect(loader.page == .content)
    await loader.load()
    #expect(loader.state == .loaded(2, from: .network))
  }

  @Test func aFailureKeepsTheValueAndGivesAToast() async {
    let loader = Loader(initial: 1) { .network { throw Failure(.offline) } }
    await loader.load()
    #expect(loader.value == 1)
    #expect(loader.page == .content)
    #expect(loader.takeToast() == "No connection. Showing what was saved.")
    #expect(loader.takeToast() == nil)
  }

  @Test func aFailureWithoutAValueIsAPage() async {
    let loader = Loader<Int> { .network { throw Failure(.timedOut) } }
    await loader.load()
    #expect(
      loader.page
        == .message(StateMessage(.failure, title: "The server did not answer in time", action: "Try again")))
    #expect(loader.toast == nil)
  }

  @Test func aNewerLoadSupersedesTheOlder() async {
    let gate = Gate()
    var calls = 0
    let loader = Loader<Int> {
      calls += 1
      let call = calls
      return .network {
        if call == 1 { try? await gate.pass() }
        return call
      }
    }
    let first = Task { await loader.load() }
    while calls == 0 { await Task.yield() }
    await loader.load()
    gate.open()
    await first.value
    #expect(loader.state == .loaded(2, from: .network))
  }

  @Test func aSourceWithoutAValueLeavesTheLoaderIdle() async {
    let loader = Loader<Int> { Deliveries({ nil }) }
    await loader.load()
    #expect(loader.state == .idle)
  }
}
