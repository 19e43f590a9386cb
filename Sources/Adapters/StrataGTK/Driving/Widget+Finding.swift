#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// How a test finds widgets, and what it sees.
extension Widget {
  /// Finds the first widget with a name, itself or below; one on screen before any other.
  ///
  /// - Throws: ``DrivingError/notFound(name:)``.
  public func find(_ name: String) throws -> AnyWidget {
    guard let found = first(where: { $0.name == name && $0.isOnScreen }) ?? first(where: { $0.name == name }) else {
      throw DrivingError.notFound(name: name)
    }
    return found
  }

  /// Finds the first label in sight that shows a text, itself or below.
  ///
  /// - Throws: ``DrivingError/notFound(name:)``.
  public func find(text: String) throws -> AnyWidget {
    guard let found = labelsInSight.first(where: { $0.labelText == text }) else {
      throw DrivingError.notFound(name: "\"\(text)\"")
    }
    return found
  }

  /// Finds the first widget that a screen reader calls by a label, itself or below.
  ///
  /// - Throws: ``DrivingError/notFound(name:)``.
  public func find(accessible label: String) throws -> AnyWidget {
    guard let found = first(where: { $0.accessibleLabel == label && $0.isOnScreen }) else {
      throw DrivingError.notFound(name: "\"\(label)\"")
    }
    return found
  }

  /// The texts of all labels in sight, itself and below, in their order. What is hidden, on another page or
  /// scrolled away does not count.
  public var textsOnScreen: [String] { labelsInSight.map(\.labelText) }

  private var labelsInSight: [AnyWidget] {
    var found: [AnyWidget] = []
    collectLabels(clip: nil, into: &found)
    return found
  }

  private func collectLabels(clip: graphene_rect_t?, into found: inout [AnyWidget]) {
    guard isOnScreen, let seen = boundsInWindow.map({ clip.map($0.intersection) ?? $0 }), !seen.isEmpty else { return }
    if isA(gtk_label_get_type()) { found.append(AnyWidget(raw)) }
    // NB: what a widget does not clip may be drawn outside of it.
    let inner = gtk_widget_get_overflow(cast()) == GTK_OVERFLOW_HIDDEN ? seen : clip
    for child in children { child.collectLabels(clip: inner, into: &found) }
  }

  private var labelText: String { String(cString: gtk_label_get_text(opaque)) }

  private var boundsInWindow: graphene_rect_t? {
    var bounds = graphene_rect_t()
    guard let root = gtk_widget_get_native(cast()),
      gtk_widget_compute_bounds(cast(), UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self), &bounds)
        != 0
    else { return nil }
    return bounds
  }

  /// Whether one page slides over another, itself or below: wait before the next click, for both are on screen.
  public var isInTransition: Bool {
    first { $0.isA(gtk_stack_get_type()) && $0.isOnScreen && gtk_stack_get_transition_running($0.opaque) != 0 } != nil
  }

  func isA(_ type: GType) -> Bool {
    g_type_check_instance_is_a(raw.assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }

  /// The widget itself, or the nearest that it is in, of a class.
  func ancestor(_ type: GType) -> AnyWidget? {
    if isA(type) { return AnyWidget(raw) }
    return gtk_widget_get_ancestor(cast(), type).map { AnyWidget(UnsafeMutableRawPointer($0)) }
  }

  func first(where condition: (AnyWidget) -> Bool) -> AnyWidget? {
    if condition(AnyWidget(raw)) { return AnyWidget(raw) }
    for child in children {
      if let found = child.first(where: condition) { return found }
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

extension graphene_rect_t {
  fileprivate var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  fileprivate func intersection(_ other: graphene_rect_t) -> graphene_rect_t {
    let left = max(origin.x, other.origin.x)
    let top = max(origin.y, other.origin.y)
    let right = min(origin.x + size.width, other.origin.x + other.size.width)
    let bottom = min(origin.y + size.height, other.origin.y + other.size.height)
    return graphene_rect_t(
      origin: graphene_point_t(x: left, y: top), size: graphene_size_t(width: right - left, height: bottom - top))
  }
}
#endif
