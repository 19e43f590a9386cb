#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding
public import StrataPresentation

/// Content that gives way to a spinner or a message, as a model says, under the model's toasts.
///
/// ```swift
/// let pages = StatePages(content: list)
/// pages.bind(model.books)
/// ```
///
/// The button of a message has the widget name `state-action`. Runs on the main actor.
public struct StatePages: Widget {
  /// The `GtkWidget` itself: the overlay.
  public let raw: UnsafeMutableRawPointer
  /// Shows toasts over the pages.
  public let toasts: ToastOverlay
  private let stack: AnyWidget
  private let status: AnyWidget
  private let action: AnyWidget

  /// Makes the pages around their content, which shows first.
  public init(content: some Widget) {
    stack = AnyWidget(UnsafeMutableRawPointer(gtk_stack_new()))
    status = AnyWidget(UnsafeMutableRawPointer(adw_status_page_new()))
    action = AnyWidget(UnsafeMutableRawPointer(gtk_button_new()))
    let spinner = AnyWidget(UnsafeMutableRawPointer(gtk_spinner_new()))
    gtk_spinner_start(spinner.opaque)
    action.name = "state-action"
    gtk_widget_set_halign(action.cast(), GTK_ALIGN_CENTER)
    adw_status_page_set_child(status.opaque, action.cast())
    gtk_stack_add_named(stack.opaque, content.cast(), "content")
    gtk_stack_add_named(stack.opaque, spinner.cast(), "loading")
    gtk_stack_add_named(stack.opaque, status.cast(), "message")
    toasts = ToastOverlay(content: stack)
    raw = toasts.raw
  }

  /// Which page shows: `content`, `loading` or `message`.
  public var shown: String {
    gtk_stack_get_visible_child_name(stack.opaque).map { String(cString: $0) } ?? ""
  }

  /// Shows what the model says, and its toasts; the message's button calls its `retry()`. Bind once.
  public func bind(_ model: any StatePresenting) {
    onAction { model.retry() }
    observe {
      model.page
    } apply: { [self] page in
      show(page)
    }
    .store(in: tokens)
    toasts.bind(model)
  }

  /// Runs a closure at a click on a message's button, for a view that is told what to show.
  public func onAction(_ perform: @escaping () -> Void) { action.on("clicked", handler: perform) }

  /// Shows the content, a spinner or a message.
  public func show(_ page: StatePage) {
    switch page {
    case .content: gtk_stack_set_visible_child_name(stack.opaque, "content")
    case .loading: gtk_stack_set_visible_child_name(stack.opaque, "loading")
    case .message(let message):
      adw_status_page_set_icon_name(status.opaque, message.kind.icon)
      // NB: libadwaita reads the detail as markup, and the title as it stands.
      adw_status_page_set_title(status.opaque, message.title)
      adw_status_page_set_description(status.opaque, message.detail?.asMarkup)
      gtk_button_set_label(action.cast(), message.action ?? "")
      action.isVisible = message.action != nil
      gtk_stack_set_visible_child_name(stack.opaque, "message")
    }
  }
}

@available(*, unavailable) extension StatePages: Sendable {}

extension StateMessage.Kind {
  /// A picture from the freedesktop icon names.
  fileprivate var icon: String {
    switch self {
    case .empty: "edit-find-symbolic"
    case .offline: "network-offline-symbolic"
    case .failure: "dialog-error-symbolic"
    case .signIn: "dialog-password-symbolic"
    }
  }
}
#endif
