// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// Rows that a test changes, as a store would; `nil` cannot be read.
final class ChangingRows: Sendable {
  private let state: Locked<[Row]?>
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(_ rows: [Row]?) { state = Locked(rows) }

  func set(_ rows: [Row]?) {
    state.withLock { $0 = rows }
    changes.continuation.yield()
  }

  var updates: Updates<[Row]> {
    Updates(
      read: { [state] in
        guard let rows = state.withLock({ $0 }) else { throw Failure(.storage) }
        return rows
      }, changes: { [changes] in changes.stream })
  }
}
