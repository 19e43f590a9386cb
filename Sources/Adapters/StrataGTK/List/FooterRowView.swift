#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataPresentation

/// What stands below the last row. Its button has the widget name `footer-action`.
final class FooterRowView: RowView {
  let root: Box
  private let spinner = Spinner()
  private let label = TextLabel(lines: nil).styled("dim-label").placed(horizontal: .center)
  private let action: PushButton

  init(retry: @escaping () -> Void) {
    action = PushButton(click: retry).named("footer-action").placed(horizontal: .center)
    root = Box(.vertical, spacing: 6, [spinner, label, action]).margins(6)
  }

  func show(_ content: ListFooter) {
    let (text, title): (String?, String?) =
      switch content {
      case .none, .loading: (nil, nil)
      case .failed(let text, let action): (text, action)
      case .end(let text): (text, nil)
      }
    spinner.isVisible = content == .loading
    spinner.isSpinning = content == .loading
    label.text = text ?? ""
    label.isVisible = text != nil
    action.title = title ?? ""
    action.isVisible = title != nil
  }

  func clear() { spinner.isSpinning = false }
}
#endif
