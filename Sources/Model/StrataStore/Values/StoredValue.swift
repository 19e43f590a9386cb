// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// A value as it lies in the file. Safe to use from any task.
public enum StoredValue: Hashable, Sendable {
  /// Text: what `sqlite3` prints as it is.
  case text(String)
  /// Bytes.
  case data(Data)
}
