// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Observation
internal import StrataContract

/// The registration of one region: armed with the library, or waiting for the next flush.
final class Observing: Sendable {
  private struct State {
    var region: Region?
    var isArmed = false
    var isPending = false
    /// How many flushes still look at the region, registered or not.
    var looks = 0
  }

  private let state: Locked<State>
  private let ending = Ending()
  private let loop: UpdateLoop

  init(_ region: Region, loop: UpdateLoop) {
    state = Locked(State(region: region))
    self.loop = loop
  }

  /// Ends the registration now and drops the closures. From any thread.
  func end() {
    let (region, wasArmed) = state.withLock { state in
      defer { state.region = nil }
      return (state.region, state.isArmed)
    }
    if wasArmed { ending.fire() }
    withExtendedLifetime(region) {}
  }

  /// Something that was read is about to change. The library calls this before
  /// the store and on the thread of the change, so nothing is read here.
  private func changed() {
    state.withLock { $0.isArmed = false }
    wake()
  }

  /// Has the next flush read the region, and the one after it look again: a
  /// change from another thread may be stored only after the first of them.
  private func wake() {
    let isNew = state.withLock { state in
      guard state.region != nil else { return false }
      state.looks = 2
      defer { state.isPending = true }
      return !state.isPending
    }
    if isNew { loop.enqueue(self) }
  }

  /// Reads, applies what differs, and waits for the next change. True if it applied.
  @MainActor func update() -> Bool {
    let (region, isArmed, looksAgain) = state.withLock { state in
      state.isPending = false
      state.looks -= 1
      return (state.region, state.isArmed, state.looks > 0)
    }
    guard let region else { return false }
    let differs = isArmed ? region.read() : arm(region)
    if looksAgain { loop.lookAgain(self) }
    guard differs, state.withLock({ $0.region != nil }) else { return false }
    region.apply()
    return true
  }

  /// Registers for everything the region reads, and for the end of the binding.
  @MainActor private func arm(_ region: Region) -> Bool {
    state.withLock { $0.isArmed = true }
    let differs = withObservationTracking {
      ending.note()
      return region.read()
    } onChange: { [weak self] in
      self?.changed()
    }
    // An end from another thread while arming found nothing to remove yet.
    if state.withLock({ $0.region == nil }) { ending.fire() }
    return differs
  }

  /// The first look, at once.
  @MainActor func begin() {
    state.withLock { $0.looks = 1 }
    _ = update()
  }

  /// The flush after a change: look once more without a new notice.
  func markPending() -> Bool {
    state.withLock { state in
      guard state.region != nil, !state.isPending else { return false }
      state.isPending = true
      return true
    }
  }

  /// Where the binding was made, for messages.
  var place: String { state.withLock { $0.region }.map { $0.place } ?? "an ended binding" }
}

/// Something a registration reads along, so that changing it removes the whole registration.
private final class Ending: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var mark: Void { () }

  func note() { registrar.access(self, keyPath: \.mark) }
  func fire() { registrar.withMutation(of: self, keyPath: \.mark) {} }
}
