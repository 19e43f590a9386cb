// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel

/// What the parts of the app tell each other through the mediator; none of them knows the others.
public enum BookshopEvent: Hashable, Sendable {
  /// An address was made or changed.
  case addressSaved(Address)
  /// Somebody else is signed in now, or nobody: what belonged to the user before must go.
  case userChanged
}
