#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
public import StrataBinding
public import StrataPresentation

/// The parts of an app side by side, one of them on screen, and a bar below to change between them.
///
/// ```swift
/// let tabs = TabStack<ShopRoute>()
/// tabs.add(.books, title: "Books", icon: "system-search-symbolic", content: books)
/// tabs.add(.me, title: "Me", icon: "avatar-default-symbolic", content: me)
/// tabs.bind(router)
/// ```
///
/// Each part stays as it was while another one shows. Runs on the main actor.
public struct TabStack<ID: Hashable>: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer
  private let stack: AnyWidget

  /// Makes it without parts.
  public init() {
    stack = AnyWidget(UnsafeMutableRawPointer(adw_view_stack_new())).expanding()
    let bar = AnyWidget(UnsafeMutableRawPointer(adw_view_switcher_bar_new()))
    adw_view_switcher_bar_set_stack(bar.opaque, stack.opaque)
    adw_view_switcher_bar_set_reveal(bar.opaque, 1)
    raw = Box(.vertical, spacing: 0, [stack, bar]).raw
    attach(Parts())
  }

  /// Adds a part at the end. The first one shows.
  ///
  /// - Parameters:
  ///   - id: What the model calls it.
  ///   - title: What the bar calls it.
  ///   - icon: A name from the icon theme, such as `"avatar-default-symbolic"`.
  ///   - content: What fills the window while it shows.
  public func add(_ id: ID, title: String, icon: String, content: any Widget) {
    attached(Parts.self)?.parts.append((id, AnyWidget(content.raw)))
    adw_view_stack_add_titled_with_icon(stack.opaque, content.cast(), nil, title, icon)
  }

  /// What shows.
  public var shown: ID? {
    let front = UnsafeMutableRawPointer(adw_view_stack_get_visible_child(stack.opaque))
    return attached(Parts.self)?.parts.first { $0.content.raw == front }?.id
  }

  /// Keeps what shows and a property equal, in both directions, as long as the stack lives. Bind after adding.
  ///
  /// - Parameters:
  ///   - path: An observable property.
  ///   - model: Its owner, held until the stack is destroyed.
  public func bind<Model: AnyObject>(selection path: ReferenceWritableKeyPath<Model, ID>, of model: Model) {
    bind(selection: TwoWay(model, path))
  }

  /// Keeps what shows and a value equal, in both directions. Held until the stack is destroyed.
  public func bind(selection: TwoWay<ID>) {
    let link = TwoWayLink(selection) { [self] in show($0) }
    stack.on("notify::visible-child") { [self] in
      if let shown { link.edited(shown) }
    }
  }

  /// Keeps what shows and a router's root equal, in both directions. Where the router has no root the first part shows.
  ///
  /// - Parameter router: Held until the stack is destroyed.
  public func bind(_ router: Router<ID>) {
    guard let first = attached(Parts.self)?.parts.first?.id else { return }
    bind(selection: TwoWay(get: { router.root ?? first }, set: { router.root = $0 }))
  }

  private func show(_ id: ID) {
    guard let part = attached(Parts.self)?.parts.first(where: { $0.id == id }) else { return }
    adw_view_stack_set_visible_child(stack.opaque, part.content.cast())
  }

  private final class Parts {
    var parts: [(id: ID, content: AnyWidget)] = []
  }
}

@available(*, unavailable) extension TabStack: Sendable {}
#endif
