#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import CStrataSupport

/// What a test, or an app that shows itself, does to widgets in its user's place.
extension Widget {
  /// Clicks what is there, if a user could: a button, the list row that the widget is in, or the widget itself.
  ///
  /// - Throws: ``DrivingError/outOfReach(name:)``.
  public func click() throws {
    try reach()
    // NB: GTK emits and activates for insensitive widgets, too.
    if let button = ancestor(gtk_button_get_type()) {
      try button.reach()
      strata_signal_emit(button.raw, "clicked")
    } else {
      gtk_widget_activate((listRow ?? AnyWidget(raw)).cast())
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

  /// Selects all of a field and deletes it, as its user would.
  ///
  /// - Throws: As ``type(_:)``.
  public func erase() throws {
    try reach()
    guard isA(gtk_editable_get_type()) else { throw DrivingError.noField(name: name) }
    gtk_editable_delete_text(opaque, 0, -1)
  }

  /// Presses Enter in a field.
  ///
  /// - Throws: As ``type(_:)``.
  public func submit() throws {
    try reach()
    guard isA(gtk_editable_get_type()) else { throw DrivingError.noField(name: name) }
    strata_signal_emit(raw, "activate")
  }

  /// Presses the keys of a ``shortcut(_:action:)`` of the widget or of what is below it, if it is on screen.
  ///
  /// - Parameter keys: As the shortcut was made with: `"F5"`, `"<Control>r"`.
  /// - Throws: ``DrivingError/notFound(name:)`` where no widget on screen has such a shortcut.
  public func press(_ keys: String) throws {
    guard let trigger = gtk_shortcut_trigger_parse_string(keys) else { throw DrivingError.notFound(name: keys) }
    defer { g_object_unref(UnsafeMutableRawPointer(trigger)) }
    guard first(where: { $0.isOnScreen && $0.runShortcut(trigger) }) != nil else {
      throw DrivingError.notFound(name: "shortcut \(keys)")
    }
  }

  private func runShortcut(_ trigger: OpaquePointer) -> Bool {
    let controllers = gtk_widget_observe_controllers(cast())
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    return items(of: controllers).contains { controller in
      AnyWidget(controller.raw).isA(gtk_shortcut_controller_get_type())
        && items(of: OpaquePointer(controller.raw)).contains { shortcut in
          gtk_shortcut_trigger_equal(
            UnsafeRawPointer(gtk_shortcut_get_trigger(OpaquePointer(shortcut.raw))), UnsafeRawPointer(trigger)) != 0
            && gtk_shortcut_action_activate(
              gtk_shortcut_get_action(OpaquePointer(shortcut.raw)), GtkShortcutActionFlags(rawValue: 0), cast(), nil)
              != 0
        }
    }
  }

  private func items(of list: OpaquePointer?) -> [GObjectRef] {
    (0..<g_list_model_get_n_items(list)).compactMap { g_list_model_get_item(list, $0).map(GObjectRef.init(adopting:)) }
  }

  /// Scrolls the list or page that the widget is, or holds, to its end.
  ///
  /// - Throws: ``DrivingError/notFound(name:)`` where nothing scrolls.
  public func scrollToEnd() throws { try scroll { gtk_adjustment_get_upper($0) } }

  /// Scrolls the list or page that the widget is, or holds, to its beginning.
  ///
  /// - Throws: ``DrivingError/notFound(name:)`` where nothing scrolls.
  public func scrollToStart() throws { try scroll { gtk_adjustment_get_lower($0) } }

  /// Scrolls the list or page that the widget is, or holds, down, as far as it goes.
  ///
  /// - Parameter points: How far, in logical pixels; less than 0 is up.
  /// - Throws: ``DrivingError/notFound(name:)`` where nothing scrolls.
  public func scroll(by points: Double) throws { try scroll { gtk_adjustment_get_value($0) + points } }

  private func scroll(to place: (UnsafeMutablePointer<GtkAdjustment>) -> Double) throws {
    let scrolled = first { $0.isOnScreen && $0.isA(gtk_scrolled_window_get_type()) }
    guard let adjustment = scrolled.flatMap({ gtk_scrolled_window_get_vadjustment($0.opaque) }) else {
      throw DrivingError.notFound(name: "anything that scrolls in \(name)")
    }
    gtk_adjustment_set_value(adjustment, place(adjustment))
  }

  func reach() throws {
    guard isSensitive, isOnScreen else { throw DrivingError.outOfReach(name: name) }
  }

  private var listRow: AnyWidget? {
    let type = g_type_from_name("GtkListItemWidget")
    return type == 0 ? nil : ancestor(type)
  }
}
#endif
