#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding
public import StrataPresentation

/// Pages on top of each other, as a router says. Only the last one shows.
///
/// ```swift
/// let navigator = Navigator(root: NavigationPage("Books", content: pages))
/// navigator.bind(router) { route in
///   switch route { case .book(let id): bookPage(BookModel(id)) }
/// }
/// ```
///
/// A page slides in, and out when the user goes back: by the button in its header bar, by Escape, Alt+Left or a mouse's
/// back button. Then it is destroyed, and what it alone held is released. The pages below stay as
/// they were. Runs on the main actor.
public struct Navigator: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer
  private let wording: Wording

  /// Makes a navigator that shows its root.
  ///
  /// - Parameters:
  ///   - root: What is below all pages, and stays: a ``NavigationPage``, or a ``TabStack`` of them.
  ///   - wording: What the button that goes back is called. Default ``Wording/english``.
  public init(root: any Widget, wording: Wording = .english) {
    self.wording = wording
    raw = UnsafeMutableRawPointer(gtk_stack_new())
    gtk_stack_add_child(opaque, root.cast())
  }

  /// Follows a router, and tells it when the user goes back. Bind once.
  ///
  /// - Parameters:
  ///   - router: Where the user is. Held until the navigator is destroyed.
  ///   - page: Makes the page of a route. The page's widgets hold its models, nobody else has to.
  public func bind<Route: Hashable>(_ router: Router<Route>, page: @escaping (Route) -> NavigationPage) {
    let stack = PageStack(self, wording: wording, page: page) { router.pop() }
    let back = { stack.leave() }
    observe {
      router.path
    } apply: {
      stack.show($0)
    }
    .store(in: tokens)
    shortcut("Escape", "<Alt>Left", action: back)
    onBackButtonOfMouse(back)
  }

  private func onBackButtonOfMouse(_ back: @escaping () -> Void) {
    let gesture = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(gesture, 8)
    Signal.connect("pressed", of: UnsafeMutableRawPointer(gesture), handler: back)
    gtk_widget_add_controller(cast(), gesture)
  }
}

@available(*, unavailable) extension Navigator: Sendable {}
#endif
