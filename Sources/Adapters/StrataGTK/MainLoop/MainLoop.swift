#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import CStrataSupport
internal import StrataBinding

/// GLib's main loop, which runs the main actor and applies bindings before each frame.
///
/// ``Application/run(arguments:)`` attaches it by itself. A test calls ``start()``, and then turns
/// the loop with ``pump(timeout:until:)``.
///
/// ```swift
/// try MainLoop.start()
/// MainLoop.pump { model.isLoaded }
/// ```
///
/// Runs on the main actor, on the process's main thread.
public enum MainLoop {
  /// After input (0), before layout (110) and paint (120): what a frame shows is up to date.
  nonisolated private static let priority: Int32 = 100
  private static var isAttached = false

  /// Has GLib's loop run the main actor, and ``UpdateLoop`` flush in it. Again is fine.
  ///
  /// - Throws: ``ToolkitError/mainQueue`` where libdispatch does not offer its main queue.
  public static func attach() throws {
    guard !isAttached else { return }
    guard strata_main_queue_attach(priority) != 0 else { throw ToolkitError.mainQueue }
    isAttached = true
    UpdateLoop.main.schedule { flush in later(flush) }
  }

  /// Attaches the loop and initializes GTK and libadwaita, for tests and tools without an ``Application``.
  ///
  /// - Throws: ``ToolkitError/display`` where there is no display, ``ToolkitError/mainQueue`` as in ``attach()``.
  public static func start() throws {
    try attach()
    guard gtk_init_check() != 0 else { throw ToolkitError.display }
    adw_init()
  }

  /// Turns the loop until a condition holds; the main actor's jobs run meanwhile.
  ///
  /// Call it from synchronous code: inside a job of the main actor no other job can run.
  ///
  /// - Parameters:
  ///   - timeout: How long to try. Default 5 seconds.
  ///   - condition: Read before each turn, and every 10 ms.
  /// - Returns: Whether the condition held in time.
  @discardableResult
  public static func pump(timeout: Duration = .seconds(5), until condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + timeout
    let ticks = g_timeout_add(10, { _ in 1 }, nil)
    defer { g_source_remove(ticks) }
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      g_main_context_iteration(nil, 1)
    }
    return true
  }

  /// Waits until a condition holds, in a task while the loop runs: what ``pump(timeout:until:)`` is outside of it.
  ///
  /// ```swift
  /// try window.find("refresh").click()
  /// await MainLoop.until { window.textsOnScreen.contains("Dune") }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: How long to wait. Default 5 seconds.
  ///   - condition: Read at once, and every 10 ms.
  /// - Returns: Whether the condition held in time.
  @discardableResult
  public static func until(timeout: Duration = .seconds(5), _ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      await withCheckedContinuation { done in later(after: 10) { done.resume() } }
    }
    return true
  }

  /// Runs what is ready now, and does not wait.
  public static func drain() {
    var turns = 0
    while turns < 1_000, g_main_context_iteration(nil, 0) != 0 { turns += 1 }
  }

  /// Runs `work` once, before the next layout.
  static func idle(_ work: @escaping @MainActor @Sendable () -> Void) {
    // NB: the sources of GLib's default context run on the main thread alone.
    later { MainActor.assumeIsolated { work() } }
  }

  /// Runs `work` once on the main thread, before the next layout or after some milliseconds. From any thread.
  nonisolated private static func later(after milliseconds: UInt32? = nil, _ work: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Work(run: work)).toOpaque()
    let run: GSourceFunc = { data in
      guard let data else { return 0 }
      Unmanaged<Work>.fromOpaque(data).takeUnretainedValue().run()
      return 0
    }
    let release: GDestroyNotify = { data in data.map { Unmanaged<Work>.fromOpaque($0).release() } }
    if let milliseconds {
      g_timeout_add_full(priority, milliseconds, run, box, release)
    } else {
      g_idle_add_full(priority, run, box, release)
    }
  }
}

nonisolated private final class Work: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}
#endif
