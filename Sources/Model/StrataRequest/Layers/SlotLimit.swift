// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// Lets a number of exchanges run at once; the others wait in order, urgent ones first, without their deadline
/// running (W17). A slot is free again when the body is read or released.
final class SlotLimit: Layer {
  private struct Waiter {
    let number: Int
    let priority: RequestPriority
    /// The request's own number: a replay comes before what was sent later.
    let order: Int
    let resume: CheckedContinuation<Void, any Error>

    func isBefore(_ other: Waiter) -> Bool {
      priority == other.priority ? order < other.order : priority > other.priority
    }
  }

  private struct State {
    var free: Int
    var nextNumber = 0
    var waiters: [Waiter] = []
  }

  private let state: Locked<State>

  init(_ limit: Int) { state = Locked(State(free: max(1, limit))) }

  func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    try await take(request)
    let slot = Slot { [weak self] in self?.giveBack() }
    var response = try await next(request)
    response.body = response.body.ending { slot.giveBack() }
    return response
  }

  private func take(_ request: TransportRequest) async throws {
    let number = state.withLock { state -> Int? in
      if state.free > 0 {
        state.free -= 1
        return nil
      }
      state.nextNumber += 1
      return state.nextNumber
    }
    guard let number else { return }
    request.options.onSlotWait?(true)
    defer { request.options.onSlotWait?(false) }
    try await request.wait {
      self.cancel(number)
    } for: {
      try await withCheckedThrowingContinuation { resume in
        let (priority, order) = (request.options.priority, request.options.number)
        wait(Waiter(number: number, priority: priority, order: order, resume: resume), request)
      }
    }
  }

  private func wait(_ waiter: Waiter, _ request: TransportRequest) {
    let ready = state.withLock { state -> Result<Void, any Error>? in
      // NB: asked inside the lock: whoever ends it later finds the waiter in the list.
      if request.isOver { return .failure(CancellationError()) }
      if state.free > 0 {
        state.free -= 1
        return .success(())
      }
      let place = state.waiters.firstIndex { waiter.isBefore($0) } ?? state.waiters.endIndex
      state.waiters.insert(waiter, at: place)
      return nil
    }
    if let ready { waiter.resume.resume(with: ready) }
  }

  private func cancel(_ number: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
    }
    waiter?.resume.resume(throwing: CancellationError())
  }

  private func giveBack() {
    let waiter = state.withLock { state -> Waiter? in
      guard !state.waiters.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiters.removeFirst()
    }
    waiter?.resume.resume()
  }
}

/// A right to run, given back once: by hand or by being released.
private final class Slot: Sendable {
  private let release: Locked<(@Sendable () -> Void)?>
  init(_ release: @escaping @Sendable () -> Void) { self.release = Locked(release) }
  deinit { giveBack() }

  func giveBack() {
    let release = release.withLock { release in
      defer { release = nil }
      return release
    }
    release?()
  }
}
