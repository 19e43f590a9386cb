#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
public import StrataBinding

/// A switch that is on or off.
///
/// ```swift
/// let isDefault = SwitchButton(label: "Default address")
/// isDefault.bind(isOn: \.isDefault, of: model)
/// ```
///
/// Runs on the main actor.
public struct SwitchButton: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a switch that is off.
  ///
  /// - Parameter label: What it switches, for a screen reader. Default nothing: a ``FormRow`` says it.
  public init(label: String = "") {
    raw = UnsafeMutableRawPointer(gtk_switch_new())
    placed(horizontal: .start, vertical: .center)
    if !label.isEmpty { accessibleLabel = label }
  }

  /// Whether it is on.
  public var isOn: Bool {
    get { gtk_switch_get_active(opaque) != 0 }
    nonmutating set { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
  }

  /// Keeps the switch and a property equal, in both directions, as long as the switch lives.
  ///
  /// Where the model does not take what the user chose, the switch goes back.
  ///
  /// - Parameters:
  ///   - path: An observable property.
  ///   - model: Its owner, held until the switch is destroyed.
  public func bind<Model: AnyObject>(isOn path: ReferenceWritableKeyPath<Model, Bool>, of model: Model) {
    bind(isOn: TwoWay(model, path))
  }

  /// Keeps the switch and a value equal, in both directions. Held until the switch is destroyed.
  public func bind(isOn value: TwoWay<Bool>) {
    let link = TwoWayLink(value) { [self] in isOn = $0 }
    on("notify::active") { [self] in link.edited(isOn) }
  }
}

@available(*, unavailable) extension SwitchButton: Sendable {}
#endif
