#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

/// A page of a ``Navigator``: a header bar over a content.
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
}

@available(*, unavailable) extension NavigationPage: Sendable {}
#endif
