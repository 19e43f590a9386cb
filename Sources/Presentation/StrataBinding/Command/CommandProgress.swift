// Part of Strata.
// SPDX-License-Identifier: MIT

/// Tells a command how far its run is.
///
/// ```swift
/// Command(reporting: { (file: File, progress) in try await service.upload(file) { progress($0) } })
/// ```
///
/// Safe to call from any task. What a run reports after its end is dropped.
public struct CommandProgress: Sendable {
  private let report: @MainActor @Sendable (Double) -> Void

  init(_ report: @escaping @MainActor @Sendable (Double) -> Void) { self.report = report }

  /// Reports a fraction from 0 to 1.
  public func callAsFunction(_ fraction: Double) {
    if !MainQueue.runIfCurrent({ report(fraction) }) { Task { @MainActor in report(fraction) } }
  }
}
