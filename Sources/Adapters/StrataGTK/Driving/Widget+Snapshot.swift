#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

extension Widget {
  /// Draws the widget as it is on screen into a PNG file.
  ///
  /// - Parameter path: The file, replaced if it is there.
  /// - Throws: ``DrivingError/noPicture(name:)`` before the first frame, or where the file cannot be written.
  public func snapshot(to path: String) throws {
    let paintable = gtk_widget_paintable_new(cast())
    let snapshot = gtk_snapshot_new()
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    gdk_paintable_snapshot(
      paintable, snapshot, Double(gtk_widget_get_width(cast())), Double(gtk_widget_get_height(cast())))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { throw DrivingError.noPicture(name: name) }
    defer { gsk_render_node_unref(node) }
    guard let native = gtk_widget_get_native(cast()), let renderer = gtk_native_get_renderer(native),
      let texture = gsk_renderer_render_texture(renderer, node, nil)
    else { throw DrivingError.noPicture(name: name) }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    guard gdk_texture_save_to_png(texture, path) != 0 else { throw DrivingError.noPicture(name: name) }
  }
}
#endif
