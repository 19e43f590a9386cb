// Part of Strata.
// SPDX-License-Identifier: MIT

/// A part of a ``FieldGroup``: a ``Field`` of any type, or something of your own that is edited and sent.
///
/// Runs on the main actor.
@MainActor public protocol FieldEditing: AnyObject {
  /// Whether it may be sent.
  var isValid: Bool { get }

  /// Whether the user changed it since it was saved.
  var isDirty: Bool { get }

  /// Whether what the server said about it is on screen.
  var isRefused: Bool { get }

  /// Whether the view should move the cursor here. Written by the group, and by the view that did so.
  var wantsFocus: Bool { get set }

  /// The user left it, or tried to send it: from now on a problem is told.
  func touch()

  /// Goes back to what was saved.
  func reset()

  /// The present value is on its way to the server.
  func sending()

  /// What was sent is saved.
  func accepted()

  /// The server refused what was sent, with a text for people.
  func refused(_ message: String)
}
