#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
public import Foundation
internal import StrataPresentation

/// A picture that is loaded when it comes in sight, and decoded at the size that it is shown at.
///
/// Until then, and where the bytes are missing or no picture, a placeholder stands in its room.
///
/// ```swift
/// let cover = Picture(width: 48, height: 72)
/// cover.show(id: book.cover) { try await covers.data(for: book.cover) }
/// ```
///
/// In a row of a ``ListView`` loading begins when the row is in sight or nearly so; call ``clear()`` in the
/// row view's `clear()`. Runs on the main actor; decoding does not.
public struct Picture: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer
  private let image: AnyWidget
  private let placeholder: AnyWidget
  private let size: (width: Int, height: Int)

  /// Makes a picture that shows its placeholder.
  ///
  /// - Parameters:
  ///   - width: Its room, in pixels of the layout.
  ///   - height: The same. A picture of another shape is fitted in, not cut.
  ///   - placeholder: An icon's name. Default `"image-x-generic-symbolic"`.
  public init(width: Int, height: Int, placeholder: String = "image-x-generic-symbolic") {
    size = (width, height)
    image = AnyWidget(UnsafeMutableRawPointer(gtk_picture_new())).atLeast(width: width, height: height)
    self.placeholder = AnyWidget(UnsafeMutableRawPointer(gtk_image_new_from_icon_name(placeholder)))
      .atLeast(width: width, height: height).styled("dim-label", "card")
    gtk_image_set_pixel_size(self.placeholder.opaque, Int32(min(width, height) / 2))
    raw = Box(.vertical, spacing: 0, [self.placeholder, image]).placed(horizontal: .center, vertical: .center).raw
    let load = PictureLoad()
    attach(load)
    image.isVisible = false
    on("destroy") { load.end() }
  }

  /// Whether a picture shows, and not the placeholder.
  public var isLoaded: Bool { image.isVisible }

  /// Shows the picture that some bytes are, instead of the one before, which goes at once. Again with the same id is fine.
  ///
  /// - Parameters:
  ///   - id: What the picture is known by, such as its URL.
  ///   - load: Gives the bytes of a JPEG, a PNG or whatever GdkPixbuf reads. Cancelled by ``clear()`` and by another id.
  public func show<ID: Hashable>(id: ID, load: @escaping () async throws -> Data) {
    guard let loading = attached(PictureLoad.self), loading.id != AnyHashable(id) else { return }
    clear()
    loading.id = id
    RowSight.run(for: self) { [self] in start(loading, load) }
  }

  /// Shows the placeholder, and cancels what loads.
  public func clear() {
    attached(PictureLoad.self)?.end()
    RowSight.forget(self)
    gtk_picture_set_paintable(image.opaque, nil)
    image.isVisible = false
    placeholder.isVisible = true
  }

  private func start(_ loading: PictureLoad, _ load: @escaping () async throws -> Data) {
    let scale = Int(gtk_widget_get_scale_factor(cast()))
    loading.slot.run { [self] turn in
      let data = (try? await load()) ?? Data()
      let texture = await Texture.decode(data, width: size.width * scale, height: size.height * scale)
      guard turn.isCurrent else { return }
      guard let texture else {
        loading.id = nil  // NB: so that showing it again tries again.
        return
      }
      gtk_picture_set_paintable(image.opaque, texture.pointer)
      image.isVisible = true
      placeholder.isVisible = false
    }
  }
}

@available(*, unavailable) extension Picture: Sendable {}

/// What one picture is loading.
private final class PictureLoad {
  var id: AnyHashable?
  let slot = TaskSlot()

  func end() {
    id = nil
    slot.cancel()
  }
}
#endif
