// Part of Strata.
// SPDX-License-Identifier: MIT

/// Something that was done on screen and can be undone for a while, before anybody else hears of it.
@MainActor final class UndoOffer<Row: Sendable> {
  /// What can be undone.
  let row: Row
  private let verdict: AsyncStream<Bool>
  private let decide: AsyncStream<Bool>.Continuation
  private var timer: Task<Void, Never>?

  /// Makes an offer.
  ///
  /// - Parameters:
  ///   - row: What can be undone.
  ///   - time: How long. The end is fixed here, so that a manual clock waits for no task.
  ///   - clock: What measures it.
  init(_ row: Row, for time: Duration, on clock: any Clock<Duration>) {
    self.row = row
    (verdict, decide) = AsyncStream.makeStream()
    timer = Self.timer(time, clock) { [decide] in decide.yield(true) }
  }

  deinit { timer?.cancel() }

  /// Undoes it, if the time is not over.
  func undo() { decide.yield(false) }

  /// Ends the time now.
  func keep() { decide.yield(true) }

  /// Whether it stands; known when the time is over, or somebody decided. A cancelled caller's does not.
  var isKept: Bool {
    get async {
      for await isKept in verdict { return isKept }
      return false
    }
  }

  private static func timer<C: Clock<Duration>>(
    _ time: Duration, _ clock: C, _ end: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    let deadline = clock.now.advanced(by: time)
    return Task {
      do {
        try await clock.sleep(until: deadline, tolerance: nil)
        end()
      } catch {}
    }
  }
}
