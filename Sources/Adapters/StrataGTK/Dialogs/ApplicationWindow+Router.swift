#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding
public import StrataPresentation

extension ApplicationWindow {
  /// Shows a router's sheets and its question over this window, as long as the router has them.
  ///
  /// Each sheet is a window of its own, and what lies below waits for it. Escape and its close button tell the router,
  /// or ask the page's ``NavigationPage/onLeave(_:)``. What a sheet's page alone held is released when the sheet
  /// closes. Pages are a ``Navigator``'s. Bind once.
  ///
  /// ```swift
  /// window.bind(router) { route in
  ///   switch route { case .signIn: SignInPage.make(SignInModel(service)) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - router: What lies over the window. Held until the window is closed.
  ///   - size: A sheet's first width and height, in pixels; -1 is what the page needs. Default 420 by -1.
  ///   - page: Makes the page of a sheet. The page's widgets hold its models, nobody else has to.
  public func bind<Route: Hashable>(
    _ router: Router<Route>, sheetSize size: (width: Int, height: Int) = (420, -1),
    sheet page: @escaping (Route) -> NavigationPage
  ) {
    let sheets = SheetStack<Route>(over: AnyWidget(raw), size: size, page: page) { router.sheets = $0 }
    observe {
      router.sheets
    } apply: {
      sheets.show($0)
    }
    .store(in: tokens)
    let dialog = AlertDialog { router.answer($0) }
    observe {
      (router.alert, router.sheets)
    } apply: { alert, _ in
      dialog.show(alert, over: sheets.top)
    }
    .store(in: tokens)
  }
}
#endif
