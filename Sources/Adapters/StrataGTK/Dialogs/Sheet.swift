#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding

extension ApplicationWindow {
  /// Shows a page in a window of its own over this one, which waits behind it, as long as a value names one.
  ///
  /// Escape and the sheet's close button write `nil`. Another value replaces the page. What
  /// the page alone held is released when its sheet closes.
  ///
  /// ```swift
  /// window.bind(sheet: \.sheet, of: router) { route in
  ///   switch route { case .signIn: SignInPage.make(SignInModel(service)) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: An observable property, `nil` while there is no sheet.
  ///   - model: Its owner, held until the window is closed.
  ///   - size: The sheet's first width and height, in pixels. Default 420 by 480.
  ///   - page: Makes the page of a value. The page's widgets hold its models, nobody else has to.
  public func bind<Model: AnyObject, Route: Hashable>(
    sheet path: ReferenceWritableKeyPath<Model, Route?>, of model: Model, size: (width: Int, height: Int) = (420, 480),
    page: @escaping (Route) -> NavigationPage
  ) {
    let host = FrontWindow<Route>(closed: { if model[keyPath: path] != nil { model[keyPath: path] = nil } })
    observe {
      model[keyPath: path]
    } apply: { [self] route in
      host.show(route) { route in
        let sheet = AnyWidget(UnsafeMutableRawPointer(adw_window_new()))
        gtk_window_set_default_size(sheet.cast(), Int32(size.width), Int32(size.height))
        gtk_window_set_modal(sheet.cast(), 1)
        gtk_window_set_transient_for(sheet.cast(), cast())
        let content = page(route)
        gtk_window_set_title(sheet.cast(), content.header.title)
        adw_window_set_content(sheet.cast(), content.cast())
        sheet.shortcut("Escape") { gtk_window_close(sheet.cast()) }
        return sheet
      }
    }
    .store(in: tokens)
  }
}

/// The window that is shown for a value over another one.
final class FrontWindow<Value: Hashable> {
  private let closed: () -> Void
  private var shown: (value: Value, window: AnyWidget)?

  /// - Parameter closed: Runs when the user closed the window.
  init(closed: @escaping () -> Void) { self.closed = closed }

  /// Shows a value's window in place of the one before; `nil` shows none.
  func show(_ value: Value?, make: (Value) -> AnyWidget) {
    guard value != shown?.value else { return }
    let old = shown?.window
    shown = nil
    if let old { gtk_window_destroy(old.cast()) }
    guard let value else { return }
    let window = make(value)
    shown = (value, window)
    gtk_window_set_destroy_with_parent(window.cast(), 1)
    window.on("destroy") { [weak self] in self?.ended(window) }
    gtk_window_present(window.cast())
  }

  private func ended(_ window: AnyWidget) {
    guard shown?.window.raw == window.raw else { return }
    shown = nil
    closed()
  }
}
#endif
