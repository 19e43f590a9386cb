#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding

/// One row of a form: a title, what is filled in below it, and a line that says what is wrong with it.
///
/// ```swift
/// let name = FormRow("Name", Entry(), field: model.name)
/// let isDefault = FormRow("Default address", SwitchButton(), field: model.isDefault)
/// let city = FormRow("City", DropDown("Choose a city", title: \.name), field: model.city) { model.cities }
/// ```
///
/// Such a row follows its field: the mark of what is required, the message, the cursor; and it tells the field when the
/// user leaves it. Make one without a field, and bind its control and ``problem`` yourself, for anything else.
/// A screen reader calls the control by the title, and knows whether it is required and what is wrong with it.
/// Runs on the main actor.
public struct FormRow<Control: Widget>: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer
  /// What is filled in.
  public let control: Control
  private let line: TextLabel

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - title: What is asked for.
  ///   - control: What is filled in.
  ///   - isRequired: Whether a mark behind the title says that it must be filled in. Default not.
  ///   - isBeside: Whether the control stands beside the title: for a switch. Default below it.
  public init(_ title: String, _ control: Control, isRequired: Bool = false, isBeside: Bool = false) {
    self.control = control
    control.accessibleLabel = title
    control.setAccessible(GTK_ACCESSIBLE_PROPERTY_REQUIRED, to: isRequired)
    let label = TextLabel(isRequired ? "\(title) *" : title, lines: nil).styled(isBeside ? "body" : "caption-heading")
    line = TextLabel(lines: nil).styled("error", "caption").named("problem")
    line.isVisible = false
    let pair: [any Widget] =
      isBeside ? [label.expanding(vertical: false).placed(vertical: .center), control] : [label, control]
    raw = Box(.vertical, spacing: 3, [Box(isBeside ? .horizontal : .vertical, spacing: 6, pair), line]).raw
  }

  /// What is said to be wrong, or `nil`.
  public var problem: String? {
    get { line.isVisible ? line.text : nil }
    nonmutating set {
      line.show(newValue)
      control.setStyle("error", newValue != nil)
      control.setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, to: newValue ?? "")
      control.setInvalid(newValue != nil)
    }
  }

  /// Says what `problem` reads, now and after every change; `nil` says nothing.
  public func bind(problem: @escaping () -> String?) {
    observe(problem) { [self] in self.problem = $0 }.store(in: tokens)
  }
}

@available(*, unavailable) extension FormRow: Sendable {}
#endif
