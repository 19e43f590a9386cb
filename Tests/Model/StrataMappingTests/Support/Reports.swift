// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataMapping

/// Keeps the reports that a decoder gives.
final class Reports: Sendable {
  private let kept = Locked<[MappingReport]>([])
  var all: [MappingReport] { kept.withLock { $0 } }
  var add: @Sendable (MappingReport) -> Void { { report in self.kept.withLock { $0.append(report) } } }
}
