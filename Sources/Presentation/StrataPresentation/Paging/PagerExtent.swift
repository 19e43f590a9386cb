// Part of Strata.
// SPDX-License-Identifier: MIT

/// How much of a list a refresh asks for again.
public enum PagerExtent: Hashable, Sendable {
  /// The first page, which replaces all rows: for a pull, or a button.
  case firstPage
  /// Every page that is on screen, which together replace the rows when the last one is here: for coming back to a
  /// screen without losing the place in it.
  case loadedPages
}
