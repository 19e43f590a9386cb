#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import Foundation

/// A decoded picture.
// NB: unchecked because a GdkTexture never changes, and GObjects count their references atomically.
nonisolated final class Texture: @unchecked Sendable {
  let pointer: OpaquePointer

  private init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

  /// Decodes bytes to a picture that fits into a size, in pixels; `nil` where they are none.
  @concurrent static func decode(_ data: Data, width: Int, height: Int) async -> Texture? {
    guard !Task.isCancelled, !data.isEmpty else { return nil }
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    let stream = g_memory_input_stream_new_from_bytes(bytes)
    defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
    guard let pixels = gdk_pixbuf_new_from_stream_at_scale(stream, Int32(width), Int32(height), 1, nil, nil) else {
      return nil
    }
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    return Texture(adopting: gdk_texture_new_for_pixbuf(pixels))
  }
}
#endif
