#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding

/// The bar at the top of a window or page: a title, and widgets at both ends.
///
/// ```swift
/// let header = HeaderBar("Books", end: [refresh])
/// header.bind(title: { model.book.title })
/// ```
///
/// Runs on the main actor.
public struct HeaderBar: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a bar, with the window's buttons at its ends.
  ///
  /// - Parameters:
  ///   - title: The text in its middle.
  ///   - subtitle: A smaller text below the title. Default none.
  ///   - start: The widgets at the start, outermost first. Default none.
  ///   - end: The widgets at the end, outermost first. Default none.
  public init(_ title: String, subtitle: String = "", start: [any Widget] = [], end: [any Widget] = []) {
    raw = UnsafeMutableRawPointer(adw_header_bar_new())
    adw_header_bar_set_title_widget(opaque, adw_window_title_new(title, subtitle))
    for widget in start { adw_header_bar_pack_start(opaque, widget.cast()) }
    for widget in end { adw_header_bar_pack_end(opaque, widget.cast()) }
  }

  /// The text in the middle.
  public var title: String {
    get { String(cString: adw_window_title_get_title(titleWidget)) }
    nonmutating set { adw_window_title_set_title(titleWidget, newValue) }
  }

  /// The smaller text below the title; empty shows none.
  public var subtitle: String {
    get { String(cString: adw_window_title_get_subtitle(titleWidget)) }
    nonmutating set { adw_window_title_set_subtitle(titleWidget, newValue) }
  }

  /// Shows what `title` reads as the title, now and after every change.
  public func bind(title: @escaping () -> String) {
    observe(title) { [self] in self.title = $0 }.store(in: tokens)
  }

  /// Shows what `subtitle` reads below the title, now and after every change.
  public func bind(subtitle: @escaping () -> String) {
    observe(subtitle) { [self] in self.subtitle = $0 }.store(in: tokens)
  }

  private var titleWidget: OpaquePointer { OpaquePointer(adw_header_bar_get_title_widget(opaque)) }
}

@available(*, unavailable) extension HeaderBar: Sendable {}
#endif
