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
  static let capacity: UInt8 = 8

  @exclusivity(unchecked) private(set) var phase = Phase.hot
  /// The flush of the last difference.
  @exclusivity(unchecked) private(set) var movedAt: UInt32
  /// The period of settling in which it was armed.
  @exclusivity(unchecked) private(set) var generation: UInt32 = 0
  /// Whether a model of it was ever changed off the main actor. Such a scope settles for good.
  @exclusivity(unchecked) private(set) var isForeign = false
  /// Whether it is in the loop's settling list.
  @exclusivity(unchecked) var isListed = false
  /// Whether it is armed right after a difference, instead of read in each flush: reading takes so long
  /// that a registration is the cheaper way, or no comparison tells what differs.
  @exclusivity(unchecked) private(set) var armsAtOnce = false
  @exclusivity(unchecked) private var armings: UInt8 = 0
  @exclusivity(unchecked) private var isIrreflexive = false
  /// The first of the regions, which are linked.
  @exclusivity(unchecked) private var first: Region?
  @exclusivity(unchecked) private var count: UInt8 = 1
  @exclusivity(unchecked) private var slot: Slot?
  private let loop: UpdateLoop
  private let isSilent = Atomic(false)

  init(_ region: Region, loop: UpdateLoop) {
    first = region
    self.loop = loop
    movedAt = loop.flushes
    region.scope = self
  }

  // MARK: - Reading

  /// Reads each region and applies what differs. Returns the last region that did.
  func poll() -> Region? {
    var moved: Region?
    var rest = first
    while let region = rest {
      rest = region.next
      if region.read() {
        movedAt = loop.flushes
        region.apply()
        moved = region
      }
    }
    return moved
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
    let slot = slot ?? loop.slots.take()
    self.slot = slot
    // NB: asking the clock twice costs a tenth of an arming, so that only some are timed.
    let start = armsAtOnce || armings.isMultiple(of: 16) ? ContinuousClock.now : nil
    armings &+= 1
    loop.isTracking = true
    withObservationTracking {
      slot.note()
      read(applies)
    } onChange: {
      self.changed()
    }
    loop.isTracking = false
    if let start { armsAtOnce = ContinuousClock.now - start > .microseconds(20) * (Int(count) + 1) }
    if isIrreflexive { armsAtOnce = true }
    generation = loop.generation
    phase = isForeign || !armsAtOnce ? .settling : .quiet
    return applyStale()
  }

  private func read(_ applies: Bool) {
    var rest = first
    while let region = rest {
      rest = region.next
      if region.read() { region.isStale = applies }
      if region.isIrreflexive { isIrreflexive = true }
    }
  }

  private func applyStale() -> Region? {
    var moved: Region?
    var rest = first
    while let region = rest {
      rest = region.next
      guard region.isStale else { continue }
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
    if phase == .settling { loop.leftSettling += 1 }
    phase = .hot
    movedAt = loop.flushes
    return true
  }

  /// Is read by each flush from now on.
  private func heat() {
    if phase == .settling { loop.leftSettling += 1 }
    phase = .hot
    loop.heat(self)
  }

  /// Is not looked at any more.
  func settled() { if phase == .settling { phase = .quiet } }

  private func disarm() {
    guard let slot, phase == .settling || phase == .quiet else { return }
    isSilent.store(true, ordering: .relaxed)
    slot.fire()
    isSilent.store(false, ordering: .relaxed)
  }

  // MARK: - Regions

  /// Takes a further region, if there is room.
  func adopt(_ region: Region) -> Bool {
    guard phase != .ended, count < Self.capacity, var last = first else { return false }
    while let next = last.next { last = next }
    last.next = region
    region.scope = self
    count += 1
    movedAt = loop.flushes
    if phase != .hot {
      disarm()
      heat()
    }
    return true
  }

  /// Lets a region go. Without any the scope ends and nothing stays registered.
  ///
  /// The region keeps its `next`: a round may be just there.
  func remove(_ region: Region) {
    count -= 1
    if first === region {
      first = region.next
    } else {
      var before = first
      while let one = before, one.next !== region { before = one.next }
      before?.next = region.next
    }
    if first == nil { end() }
  }

  private func end() {
    let wasHot = phase == .hot
    if phase == .settling { loop.leftSettling += 1 }
    disarm()
    phase = .ended
    if let slot { loop.slots.give(slot) }
    if wasHot { loop.cool(self) }
  }
}
