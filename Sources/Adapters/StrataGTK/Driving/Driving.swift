#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import CStrataSupport
public import StrataContract

/// Why a test could not do to a widget what its user would.
nonisolated public enum DrivingError: Error, Hashable, FailureConvertible, CustomStringConvertible {
  /// No widget below has the name.
  case notFound(name: String)
  /// The widget is not on screen, or does not accept input.
  case outOfReach(name: String)
  /// The widget is not a field.
  case noField(name: String)
  /// Nothing could be drawn, or the file could not be written.
  case noPicture(name: String)

  /// What happened, and what to do next.
  public var description: String {
    switch self {
    case .notFound(let name): "No widget is named \(name). Set its name, or wait until it is there."
    case .outOfReach(let name): "\(name) is hidden or insensitive, and no user could use it. Wait until it is ready."
    case .noField(let name): "Nothing can be typed into \(name). Name an Entry or a SearchEntry."
    case .noPicture(let name): "\(name) gave no picture. Present its window, and name a folder that exists."
    }
  }

  /// Unexpected, and trying again does not help.
  public var failure: Failure { Failure(.unexpected, isRetryable: false, underlying: self) }
}

/// What a test does to widgets in its user's place.
extension Widget {
  /// Finds the first widget with a name, itself or below.
  ///
  /// - Throws: ``DrivingError/notFound(name:)``.
  public func find(_ name: String) throws -> AnyWidget {
    guard let found = first(named: name) else { throw DrivingError.notFound(name: name) }
    return found
  }

  /// Clicks a button, or activates another widget, if a user could.
  ///
  /// - Throws: ``DrivingError/outOfReach(name:)``.
  public func click() throws {
    try reach()
    // NB: GTK emits and activates for insensitive widgets, too.
    if isA(gtk_button_get_type()) {
      strata_signal_emit(raw, "clicked")
    } else {
      gtk_widget_activate(cast())
    }
  }

  /// Types a text at the end of a field, key by key.
  ///
  /// - Throws: ``DrivingError/outOfReach(name:)``, ``DrivingError/noField(name:)``.
  public func type(_ text: String) throws {
    try reach()
    guard isA(gtk_editable_get_type()) else { throw DrivingError.noField(name: name) }
    gtk_editable_set_position(opaque, -1)
    for character in text {
      var position = gtk_editable_get_position(opaque)
      gtk_editable_insert_text(opaque, String(character), Int32(String(character).utf8.count), &position)
      gtk_editable_set_position(opaque, position)
    }
  }

  /// The texts of all labels that are on screen, itself and below, in their order.
  public var textsOnScreen: [String] {
    guard isOnScreen else { return [] }
    if isA(gtk_label_get_type()) { return [String(cString: gtk_label_get_text(opaque))] }
    return children.flatMap(\.textsOnScreen)
  }

  private func reach() throws {
    guard isSensitive, isOnScreen else { throw DrivingError.outOfReach(name: name) }
  }

  private func isA(_ type: GType) -> Bool {
    g_type_check_instance_is_a(raw.assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }

  private func first(named wanted: String) -> AnyWidget? {
    if name == wanted { return AnyWidget(raw) }
    for child in children {
      if let found = child.first(named: wanted) { return found }
    }
    return nil
  }

  private var children: [AnyWidget] {
    var children: [AnyWidget] = []
    var child = gtk_widget_get_first_child(cast())
    while let widget = child {
      children.append(AnyWidget(UnsafeMutableRawPointer(widget)))
      child = gtk_widget_get_next_sibling(widget)
    }
    return children
  }
}
#endif
