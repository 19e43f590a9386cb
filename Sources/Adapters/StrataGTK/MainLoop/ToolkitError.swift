#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Why GTK cannot be used here.
nonisolated public enum ToolkitError: Error, Hashable, FailureConvertible, CustomStringConvertible {
  /// There is no display to open.
  case display
  /// This libdispatch does not offer its main queue to GLib's loop.
  case mainQueue

  /// What happened, and what to do next.
  public var description: String {
    switch self {
    case .display: "GTK found no display. Set DISPLAY or WAYLAND_DISPLAY, or run under xvfb-run."
    case .mainQueue: "libdispatch does not offer its main-queue handle. Use the Swift toolchain's own libdispatch."
    }
  }

  /// Unexpected, and trying again does not help.
  public var failure: Failure { Failure(.unexpected, isRetryable: false, underlying: self) }
}
#endif
