#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

/// A page of a ``Navigator``, or of a sheet: a header bar over a content.
///
/// ```swift
/// let page = NavigationPage("Books", end: [refresh], content: pages)
/// page.header.bind(title: { model.book.title })
/// ```
///
/// Runs on the main actor.
public struct NavigationPage: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer
  /// The bar at its top. The navigator adds the button that goes back.
  public let header: HeaderBar

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - title: The text in the middle of its header bar.
  ///   - start: The widgets at the bar's start, outermost first. Default none.
  ///   - end: The widgets at the bar's end, outermost first. Default none.
  ///   - content: What fills the page.
  public init(_ title: String, start: [any Widget] = [], end: [any Widget] = [], content: any Widget) {
    header = HeaderBar(title, start: start, end: end)
    raw = Box(.vertical, spacing: 0, [header, content.expanding()]).raw
  }

  /// Runs a closure in place of leaving, whenever the user wants to leave the page: by the button that goes back, by
  /// Escape, by closing its sheet.
  ///
  /// For a form with changes: its model asks, and then leaves by the router, which nothing stops.
  ///
  /// - Parameter ask: Runs on the main actor. Released with the page.
  public func onLeave(_ ask: @escaping () -> Void) { attach(Leaving(ask)) }

  /// Asks, where the page wants that, and says whether it does.
  func asksBeforeLeaving() -> Bool {
    guard let leaving = attached(Leaving.self) else { return false }
    leaving.ask()
    return true
  }

  private final class Leaving {
    let ask: () -> Void
    init(_ ask: @escaping () -> Void) { self.ask = ask }
  }
}

@available(*, unavailable) extension NavigationPage: Sendable {}
#endif
