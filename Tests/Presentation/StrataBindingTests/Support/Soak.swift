// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// Whether the full counts run (`Scripts/soak`).
let soak = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1"
