// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract
internal import Synchronization

/// The place where changes wait until the next frame, and are then applied together.
///
/// Toolkits say once how to be called before the next frame; tests call ``flush()``.
///
/// ```swift
/// UpdateLoop.main.schedule { flush in loop.beforeNextFrame(flush) }
/// ```
///
/// Without a schedule a flush is a job of the main actor. For some turns after a change
/// there is one in every turn; then the loop rests until something changes. Safe to use
/// from any thread; applying runs on the main actor.
public final class UpdateLoop: Sendable {
  /// The loop of the process's main actor.
  public static let main = UpdateLoop()

  /// How many rounds of changes made by applying one flush follows before it
  /// leaves the rest to the next one.
  static let rounds = 100
  /// How many flushes without a difference pass before a scope is armed.
  static let hotFlushes: UInt32 = 8
  /// How many scopes one flush arms at most, so that a frame stays short.
  static let armings = 256
  /// How long after arming a scope is looked at in every flush, at least.
  static let settling = Duration.seconds(1)

  private struct Mail {
    var woken: [(scope: Scope, isForeign: Bool)] = []
    var ended: [Region] = []
  }

  private let mail = Locked(Mail())
  private let hasMail = Atomic(false)
  /// The room of the letters that were read last, for the next ones.
  @MainActor @exclusivity(unchecked) private var emptied = Mail()
  private let hook = Locked<@Sendable (@escaping @Sendable () -> Void) -> Void> { flush in
    Task { @MainActor in flush() }
  }
  private let isScheduled = Atomic(false)

  @MainActor @exclusivity(unchecked) var slots = SlotPool()
  @MainActor @exclusivity(unchecked) private var hot: [Scope] = []
  @MainActor @exclusivity(unchecked) private var settling: [Scope] = []
  @MainActor @exclusivity(unchecked) private(set) var flushes: UInt32 = 0
  /// Whether a tracked read runs: nothing may be applied in it.
  @MainActor @exclusivity(unchecked) var isTracking = false
  @MainActor @exclusivity(unchecked) private var depth = 0
  /// Whether a hot scope was quiet for long enough.
  @MainActor @exclusivity(unchecked) private var hasQuiet = false
  /// How many in the hot list are not hot any more.
  @MainActor @exclusivity(unchecked) private var leftHot = 0
  /// How many in the settling list do not settle any more, or may be done.
  @MainActor @exclusivity(unchecked) var leftSettling = 0
  /// Counts the periods of settling: a scope settles for one at least and two at most.
  @MainActor @exclusivity(unchecked) private(set) var generation: UInt32 = 0
  @MainActor private var generationStart = ContinuousClock.now
  /// Looks again at growing distances, once a change off the main actor was seen.
  @MainActor private var looking: Task<Void, Never>?

  init() {}

  /// Says how to have something run before the next frame.
  ///
  /// - Parameter hook: Runs on any thread, at most once per turn; it has its
  ///   argument called on the main thread, later and once. It must not call it itself.
  public func schedule(with hook: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.hook.withLock { $0 = hook }
    if isScheduled.load(ordering: .acquiring) { hook { MainActor.assumeIsolated { self.scheduledFlush() } } }
  }

  /// Applies everything that changed, now, and what changes thereby, 100 rounds at most.
  ///
  /// Runs on the main actor. What was stored before this call, on any thread, is shown when it returns.
  /// Bindings that keep changing each other are left to the next flush, with a line that names one, so
  /// that the app stays alive.
  @MainActor public func flush() {
    guard !isTracking else { return scheduleIfNeeded() }
    depth += 1
    defer { depth -= 1 }
    flushes &+= 1
    _ = collect()
    if !hot.isEmpty { scheduleIfNeeded() }
    var moved: Region?
    for _ in 0..<Self.rounds {
      moved = poll()
      if moved == nil, depth > 1 || !armQuiet(), !collect() { return tidy() }
      _ = collect()
    }
    if let moved {
      print(
        "Strata: after \(Self.rounds) rounds applying still changes what the binding made at",
        "\(moved.place):\(moved.line) reads. Let apply write views only.")
    }
    tidy()
  }

  @MainActor private func scheduledFlush() {
    isScheduled.store(false, ordering: .releasing)
    flush()
  }

  // MARK: - Rounds

  /// Reads whatever is hot or settles, and applies. Returns the last region that differed.
  @MainActor private func poll() -> Region? {
    var moved: Region?
    hasQuiet = false
    let hot = hot
    for scope in hot where scope.phase == .hot {
      if let region = scope.armsAtOnce ? arm(scope) : scope.poll() {
        moved = region
      } else if flushes &- scope.movedAt >= Self.hotFlushes {
        hasQuiet = true
      }
    }
    guard !settling.isEmpty else { return moved }
    let settling = settling
    for scope in settling where scope.phase == .settling { moved = scope.look() ?? moved }
    return moved
  }

  /// Arms what was quiet for long enough. True if there was any: what a tracked read changed itself
  /// would be missed, so another round looks.
  @MainActor private func armQuiet() -> Bool {
    guard hasQuiet else { return false }
    let quiet = hot.lazy.filter { $0.phase == .hot && self.flushes &- $0.movedAt >= Self.hotFlushes }
    for scope in quiet.prefix(Self.armings) { _ = arm(scope) }
    return true
  }

  @MainActor private func arm(_ scope: Scope) -> Region? {
    let moved = scope.arm()
    leftHot += 1
    if scope.phase == .settling, !scope.isListed {
      scope.isListed = true
      settling.append(scope)
    }
    if looking != nil { lookAgain() }
    return moved
  }

  /// Takes what other threads and registrations left. True if there is something new to read.
  @MainActor private func collect() -> Bool {
    guard hasMail.load(ordering: .acquiring) else { return false }
    var letters = Mail()
    swap(&letters, &emptied)
    mail.withLock { mail in
      hasMail.store(false, ordering: .relaxed)
      swap(&mail, &letters)
    }
    defer {
      letters.woken.removeAll(keepingCapacity: letters.woken.count < 1_000)
      letters.ended.removeAll(keepingCapacity: letters.ended.count < 1_000)
      swap(&letters, &emptied)
    }
    for region in letters.ended { region.leave() }
    var isNew = false
    for (scope, isForeign) in letters.woken {
      if isForeign { lookAgain() }
      guard scope.woke(isForeign: isForeign) else { continue }
      hot.append(scope)
      isNew = true
    }
    return isNew
  }

  /// Forgets what is not hot, or settled long enough.
  @MainActor private func tidy() {
    guard depth == 1 else { return }
    if leftHot > 0 { forgetLeft() }
    guard !settling.isEmpty else { return }
    // NB: asking the clock costs as much as reading a scope.
    if flushes.isMultiple(of: Self.hotFlushes), .now - generationStart > Self.settling {
      generation &+= 1
      generationStart = .now
      leftSettling += 1
    }
    if leftSettling > 0 { forgetSettled() }
  }

  @MainActor private func forgetLeft() {
    hot.removeAll { $0.phase != .hot }
    leftHot = 0
  }

  @MainActor private func forgetSettled() {
    settling.removeAll { scope in
      if scope.phase == .settling, scope.isForeign || generation &- scope.generation < 2 { return false }
      scope.isListed = false
      scope.settled()
      return true
    }
    leftSettling = 0
  }

  // MARK: - Scopes

  /// Has each flush read a scope from now on.
  @MainActor func heat(_ scope: Scope) {
    hot.append(scope)
    scheduleIfNeeded()
  }

  /// A hot scope ended.
  @MainActor func cool(_ scope: Scope) {
    guard depth == 0 else { return leftHot += 1 }
    if hot.last === scope {
      hot.removeLast()
      return
    }
    leftHot += 1
    if leftHot > 64, leftHot * 2 > hot.count { forgetLeft() }
  }

  /// Looks after 4 ms, 16 ms, 64 ms and so on: a store that was announced takes as long as it takes,
  /// and shows at the latest after four times that.
  @MainActor private func lookAgain() {
    looking?.cancel()
    looking = Task { [weak self] in
      var pause = Duration.milliseconds(4)
      while true {
        try? await Task.sleep(for: pause)
        guard !Task.isCancelled, let self, self.lookOnce() else { return }
        pause = min(pause * 4, .seconds(3600))
      }
    }
  }

  /// Reads every scope whose models change on other threads under a new registration. False if there is none.
  @MainActor private func lookOnce() -> Bool {
    let foreign = settling.filter { $0.isForeign && $0.phase == .settling }
    for scope in foreign { _ = scope.rearm() }
    flush()
    if settling.contains(where: \.isForeign) || hot.contains(where: \.isForeign) { return true }
    looking = nil
    return false
  }

  // MARK: - From any thread

  /// A registration was used up.
  func wake(_ scope: Scope, isForeign: Bool) { send { $0.woken.append((scope, isForeign)) } }

  /// A binding ended off the main actor.
  func leaveLater(_ region: Region) { send { $0.ended.append(region) } }

  private func send(_ write: (inout Mail) -> Void) {
    mail.withLock { mail in
      write(&mail)
      hasMail.store(true, ordering: .releasing)
    }
    scheduleIfNeeded()
  }

  func scheduleIfNeeded() {
    guard !isScheduled.load(ordering: .acquiring),
      !isScheduled.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    let hook = hook.withLock { $0 }
    hook { MainActor.assumeIsolated { self.scheduledFlush() } }
  }
}
