#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding

/// Something that turns while work is done.
///
/// ```swift
/// let spinner = Spinner()
/// spinner.bind(isSpinning: { model.isLoading })
/// ```
///
/// Runs on the main actor.
public struct Spinner: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a spinner.
  ///
  /// - Parameter isSpinning: Whether it turns. One that does not shows nothing. Default `true`.
  public init(isSpinning: Bool = true) {
    raw = UnsafeMutableRawPointer(gtk_spinner_new())
    self.isSpinning = isSpinning
  }

  /// Whether it turns.
  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(opaque) != 0 }
    nonmutating set { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) }
  }

  /// Turns while `isSpinning` reads `true`.
  public func bind(isSpinning: @escaping () -> Bool) {
    observe(isSpinning) { [self] in self.isSpinning = $0 }.store(in: tokens)
  }
}

@available(*, unavailable) extension Spinner: Sendable {}
#endif
