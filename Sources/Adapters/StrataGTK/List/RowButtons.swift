#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataPresentation

/// The buttons of a list's row: each sends what was done, and to which row.
///
/// ```swift
/// let buttons = RowButtons(events)
/// buttons.add(.edit, icon: "document-edit-symbolic", label: wording.edit)
/// buttons.add(.delete, icon: "user-trash-symbolic", label: wording.delete)
/// buttons.show(row.id)                       // in the row view's show(_:)
/// ```
///
/// A click on a button does not choose the row. Runs on the main actor.
public struct RowButtons<ID: Hashable, Action>: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer
  private let events: RowEvents<ID, Action>
  private let box: Box

  /// Makes it without buttons.
  ///
  /// - Parameter events: Where the buttons send what was done.
  public init(_ events: RowEvents<ID, Action>) {
    self.events = events
    box = Box(.horizontal, spacing: 0).placed(vertical: .center)
    raw = box.raw
    attach(Row())
  }

  /// Adds a button at the end.
  ///
  /// - Parameters:
  ///   - action: What it sends.
  ///   - icon: A name from the icon theme, such as `"user-trash-symbolic"`.
  ///   - label: What it does, for a screen reader and as its tooltip.
  /// - Returns: The button, for what differs from row to row: its visibility, its sensitivity.
  @discardableResult public func add(_ action: Action, icon: String, label: String) -> PushButton {
    let button = PushButton(icon: icon, label: label) { [self] in
      if let id = attached(Row.self)?.id { events.send(action, on: id) }
    }
    box.append(button.styled("flat", "circular"))
    return button
  }

  /// Says which row the buttons are of now.
  public func show(_ id: ID) { attached(Row.self)?.id = id }

  private final class Row {
    var id: ID?
  }
}

@available(*, unavailable) extension RowButtons: Sendable {}
#endif
