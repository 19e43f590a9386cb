#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
public import StrataBinding

/// A button that runs a command: insensitive while it cannot run, with a spinner while it runs.
///
/// ```swift
/// let save = CommandButton("Save", model.save).styled("suggested-action")
/// ```
///
/// What went wrong is the model's to say. Runs on the main actor.
public struct CommandButton: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer
  private let label: TextLabel

  /// Makes a button for a command that needs something.
  ///
  /// - Parameters:
  ///   - title: Its text.
  ///   - command: What it runs. Held until the button is destroyed.
  ///   - input: Reads what the command is given at a click.
  public init<Input, Output>(_ title: String, _ command: Command<Input, Output>, input: @escaping () -> Input) {
    raw = UnsafeMutableRawPointer(gtk_button_new())
    label = TextLabel(title)
    let spinner = Spinner(isSpinning: false)
    gtk_button_set_child(
      cast(), Box(.horizontal, spacing: 6, [spinner, label]).placed(horizontal: .center).cast())
    accessibleLabel = title
    on("clicked") { command.run(input()) }
    observe {
      (command.isRunning, command.canRun)
    } apply: { [self] isRunning, canRun in
      spinner.isVisible = isRunning
      spinner.isSpinning = isRunning
      isSensitive = canRun
      setBusy(isRunning)
    }
    .store(in: tokens)
  }

  /// Makes a button for a command.
  ///
  /// - Parameters:
  ///   - title: Its text.
  ///   - command: What it runs. Held until the button is destroyed.
  public init<Output>(_ title: String, _ command: Command<Void, Output>) {
    self.init(title, command) { () }
  }

  /// Its text.
  public var title: String {
    get { label.text }
    nonmutating set {
      label.text = newValue
      accessibleLabel = newValue
    }
  }
}

@available(*, unavailable) extension CommandButton: Sendable {}
#endif
