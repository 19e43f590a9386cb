// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Observation
internal import Synchronization

/// Regions that follow their models together.
///
/// While something moves, a scope is *hot*: each flush reads it, which costs less than a registration.
/// After some flushes without a difference it is armed: one registration waits for the next change of
/// anything that its regions read. For a while it is still looked at, because the library announces a
/// change before it is stored and only once: one that was on its way in another thread came too early.
@MainActor final class Scope {
  enum Phase { case hot, settling, quiet, ended }

  /// How many regions a shared scope takes: a change of one wakes all.
  static let capacity = 8

  private(set) var phase = Phase.hot
  private(set) var regions: [Region]
  /// The flush of the last difference.
  private(set) var movedAt = 0
  /// When it was armed last.
  private(set) var armedAt: ContinuousClock.Instant?
  /// Whether a model of it was ever changed off the main actor. Such a scope settles for good.
  private(set) var isForeign = false
  /// Whether it is in the loop's settling list.
  var isListed = false
  /// Whether reading takes so long that a registration is the cheaper way.
  private var isCostly = false
  private var slot: KeyPath<Slots, Void>?
  private unowned let loop: UpdateLoop
  private let isSilent = Atomic(false)

  init(_ region: Region, loop: UpdateLoop) {
    regions = [region]
    self.loop = loop
    movedAt = loop.flushes
    region.scope = self
  }

  /// Whether it is armed right after a difference, instead of read in each flush.
  var armsAtOnce: Bool { isCostly || isIrreflexive }
  private var isIrreflexive: Bool { regions.contains { $0.isIrreflexive } }

  // MARK: - Reading

  /// Reads each region and applies what differs. Returns the last region that did.
  func poll() -> Region? {
    if regions.count == 1 { return poll(regions[0]) }
    var moved: Region?
    for region in regions { moved = poll(region) ?? moved }
    return moved
  }

  private func poll(_ region: Region) -> Region? {
    guard region.read() else { return nil }
    movedAt = loop.flushes
    region.apply()
    return region
  }

  /// What a flush does while the scope settles: reads, and is hot again if something came unannounced.
  func look() -> Region? {
    guard !isIrreflexive, let moved = poll() else { return nil }
    if phase == .settling {
      disarm()
      heat()
    }
    return moved
  }

  /// Reads everything anew under a registration, and applies what differs.
  func rearm() -> Region? {
    disarm()
    return arm()
  }

  /// Registers for whatever the regions read, and applies what differs. Returns the last region that did.
  ///
  /// - Parameter applies: `false` takes what is read as applied.
  func arm(applies: Bool = true) -> Region? {
    let slot = slot ?? \Slots[loop.nextSlot()]
    self.slot = slot
    let start = ContinuousClock.now
    loop.isTracking = true
    withObservationTracking {
      loop.slots.note(slot)
      for region in regions where region.read() { region.isStale = applies }
    } onChange: {
      self.changed()
    }
    loop.isTracking = false
    let end = ContinuousClock.now
    isCostly = end - start > .microseconds(20) * (regions.count + 1)
    armedAt = end
    phase = isForeign || !armsAtOnce ? .settling : .quiet
    return applyStale()
  }

  private func applyStale() -> Region? {
    var moved: Region?
    for region in regions where region.isStale {
      region.isStale = false
      region.apply()
      moved = region
    }
    if moved != nil { movedAt = loop.flushes }
    return moved
  }

  // MARK: - Phases

  /// Something that was read is about to change. The library calls this before the store and on the
  /// thread of the change, so nothing is read here.
  nonisolated private func changed() {
    if !isSilent.load(ordering: .relaxed) { loop.wake(self, isForeign: !MainQueue.isCurrent) }
  }

  /// The registration is gone: true if the scope has to be read from now on.
  func woke(isForeign: Bool) -> Bool {
    if isForeign { self.isForeign = true }
    guard phase == .settling || phase == .quiet else { return false }
    phase = .hot
    movedAt = loop.flushes
    return true
  }

  private func heat() {
    phase = .hot
    loop.heat(self)
  }

  /// Counts as quiet from now on.
  func settled() { phase = .quiet }

  private func disarm() {
    guard let slot, phase == .settling || phase == .quiet else { return }
    isSilent.store(true, ordering: .relaxed)
    loop.slots.fire(slot)
    isSilent.store(false, ordering: .relaxed)
  }

  // MARK: - Regions

  /// Takes a further region, if there is room.
  func adopt(_ region: Region) -> Bool {
    guard phase != .ended, regions.count < Self.capacity else { return false }
    regions.append(region)
    region.scope = self
    movedAt = loop.flushes
    if phase != .hot {
      disarm()
      heat()
    }
    return true
  }

  /// Lets a region go. Without any the scope ends and nothing stays registered.
  func remove(_ region: Region) {
    regions.removeAll { $0 === region }
    guard regions.isEmpty else { return }
    let wasHot = phase == .hot
    disarm()
    phase = .ended
    if wasHot { loop.cool(self) }
  }
}
