#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// The sheets over one window, each over the one before.
final class SheetStack<Route: Hashable> {
  private let window: AnyWidget
  private let size: (width: Int, height: Int)
  private let make: (Route) -> NavigationPage
  private let closed: ([Route]) -> Void
  private var sheets: [(route: Route, window: AnyWidget)] = []

  /// - Parameter closed: Told what is left when the user closed a sheet.
  init(
    over window: AnyWidget, size: (width: Int, height: Int), page: @escaping (Route) -> NavigationPage,
    closed: @escaping ([Route]) -> Void
  ) {
    (self.window, self.size, self.closed) = (window, size, closed)
    make = page
  }

  /// The window in front.
  var top: AnyWidget { sheets.last?.window ?? window }

  /// Shows some sheets. Those that it has in common with the ones before stay.
  func show(_ routes: [Route]) {
    let common = zip(sheets, routes).prefix { $0.route == $1 }.count
    let gone = sheets[common...]
    sheets.removeSubrange(common...)
    for sheet in gone.reversed() { gtk_window_destroy(sheet.window.cast()) }
    for route in routes[common...] { open(route) }
  }

  private func open(_ route: Route) {
    let page = make(route)
    let sheet = AnyWidget(UnsafeMutableRawPointer(adw_window_new()))
    gtk_window_set_default_size(sheet.cast(), Int32(size.width), Int32(size.height))
    gtk_window_set_title(sheet.cast(), page.header.title)
    gtk_window_set_transient_for(sheet.cast(), top.cast())
    gtk_window_set_destroy_with_parent(sheet.cast(), 1)
    gtk_window_set_modal(sheet.cast(), 1)
    adw_window_set_content(sheet.cast(), page.cast())
    sheet.shortcut("Escape") { gtk_window_close(sheet.cast()) }
    Signal.answer("close-request", of: sheet.raw) { _ in page.asksBeforeLeaving() }
    sheet.on("destroy") { [weak self] in self?.ended(sheet) }
    sheets.append((route, sheet))
    gtk_window_present(sheet.cast())
  }

  private func ended(_ sheet: AnyWidget) {
    guard let index = sheets.firstIndex(where: { $0.window.raw == sheet.raw }) else { return }
    sheets.removeSubrange(index...)
    closed(sheets.map(\.route))
  }
}
#endif
