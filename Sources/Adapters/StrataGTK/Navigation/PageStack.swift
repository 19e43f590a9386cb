#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataPresentation

/// The pages of one bound navigator.
final class PageStack<Route: Hashable> {
  private let stack: AnyWidget
  private let root: AnyWidget
  private let wording: Wording
  private let make: (Route) -> NavigationPage
  private let back: () -> Void
  private var pages: [(route: Route, page: NavigationPage)] = []
  /// Pages that are not on the path any more, and may still slide out.
  private var popped: [NavigationPage] = []

  init(
    _ navigator: Navigator, wording: Wording, page: @escaping (Route) -> NavigationPage, back: @escaping () -> Void
  ) {
    stack = AnyWidget(navigator.raw)
    root = AnyWidget(UnsafeMutableRawPointer(gtk_widget_get_first_child(navigator.cast())))
    self.wording = wording
    self.make = page
    self.back = back
    stack.on("notify::transition-running") { [weak self] in self?.removePopped() }
  }

  /// Shows the last page of a path. The pages that it has in common with the path before stay.
  func show(_ path: [Route]) {
    let common = zip(pages, path).prefix { $0.route == $1 }.count
    let isDeeper = path.count > common
    guard isDeeper || pages.count > common else { return }
    popped += pages[common...].map(\.page)
    pages.removeSubrange(common...)
    for route in path[common...] {
      let page = make(route)
      adw_header_bar_pack_start(page.header.opaque, backButton().cast())
      gtk_stack_add_child(stack.opaque, page.cast())
      pages.append((route, page))
    }
    gtk_stack_set_transition_type(stack.opaque, slide(isDeeper))
    gtk_stack_set_visible_child(stack.opaque, (pages.last.map { AnyWidget($0.page.raw) } ?? root).cast())
    removePopped()
  }

  /// The user wants to leave the page on screen.
  func leave() {
    if pages.last?.page.asksBeforeLeaving() != true { back() }
  }

  private func backButton() -> PushButton {
    PushButton(icon: "go-previous-symbolic", label: wording.back) { [weak self] in self?.leave() }.named("back")
  }

  /// A deeper page comes from where reading goes to.
  private func slide(_ isDeeper: Bool) -> GtkStackTransitionType {
    let isLeftToRight = gtk_widget_get_direction(stack.cast()) != GTK_TEXT_DIR_RTL
    return isDeeper == isLeftToRight ? GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT : GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
  }

  private func removePopped() {
    guard gtk_stack_get_transition_running(stack.opaque) == 0 else { return }
    let gone = popped
    popped = []
    for page in gone { gtk_stack_remove(stack.opaque, page.cast()) }
  }
}
#endif
