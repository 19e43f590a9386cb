#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
public import StrataBinding

/// A GTK widget, known by its pointer.
///
/// A handle owns nothing: the window that a widget is in owns it. Handles may be copied and captured
/// freely, also by the widget's own closures, and must not be used after the widget is gone. A
/// new widget belongs to nobody until it is put somewhere.
///
/// ```swift
/// label.name = "title"
/// observe { model.isHidden } apply: { label.isVisible = !$0 }.store(in: label.tokens)
/// ```
///
/// Runs on the main actor.
@MainActor public protocol Widget {
  /// The `GtkWidget` itself, for whatever Strata does not offer.
  var raw: UnsafeMutableRawPointer { get }
}

extension Widget {
  /// The bindings that end when the widget is destroyed.
  public var tokens: TokenBag {
    if let known = attached(TokenBag.self) { return known }
    let bag = TokenBag()
    attach(bag)
    on("destroy") { bag.cancelAll() }
    return bag
  }

  /// Calls a closure at each emission of a signal, until the widget is destroyed.
  ///
  /// - Parameters:
  ///   - signal: A signal that returns nothing, such as `"activate"`.
  ///   - handler: Runs on the main actor. Released with the widget.
  public func on(_ signal: String, handler: @escaping () -> Void) {
    Signal.connect(signal, of: raw, handler: handler)
  }

  /// The name that styles and tests find the widget by. Default: its class.
  public var name: String {
    get { String(cString: gtk_widget_get_name(cast())) }
    nonmutating set { gtk_widget_set_name(cast(), newValue) }
  }

  /// Whether the widget takes part in the layout. Default `true`.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(cast()) != 0 }
    nonmutating set { gtk_widget_set_visible(cast(), newValue ? 1 : 0) }
  }

  /// Whether the widget and all that it is in is shown, in a presented window.
  public var isOnScreen: Bool { gtk_widget_get_mapped(cast()) != 0 }

  /// Whether the widget, and all that it is in, accepts input. Setting says it for the widget alone.
  public var isSensitive: Bool {
    get { gtk_widget_is_sensitive(cast()) != 0 }
    nonmutating set { gtk_widget_set_sensitive(cast(), newValue ? 1 : 0) }
  }

  /// Shows the widget while `isVisible` reads `true`.
  public func bind(isVisible: @escaping () -> Bool) {
    let raw = raw
    observe(isVisible) { AnyWidget(raw).isVisible = $0 }.store(in: tokens)
  }

  /// Accepts input while `isSensitive` reads `true`.
  public func bind(isSensitive: @escaping () -> Bool) {
    let raw = raw
    observe(isSensitive) { AnyWidget(raw).isSensitive = $0 }.store(in: tokens)
  }

  /// The pointer as the C type that a call wants.
  func cast<Instance>() -> UnsafeMutablePointer<Instance> { raw.assumingMemoryBound(to: Instance.self) }

  /// The pointer as calls want it for classes that C does not declare openly.
  var opaque: OpaquePointer { OpaquePointer(raw) }
}

/// Any widget: what a search found, or a pointer of your own.
public struct AnyWidget: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a handle of a `GtkWidget` pointer.
  public init(_ raw: UnsafeMutableRawPointer) { self.raw = raw }
}

@available(*, unavailable) extension AnyWidget: Sendable {}
#endif
