// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Where a store keeps its data. Safe to use from any task.
public enum StoreLocation: Hashable, Sendable {
  /// A file, made with its folders if missing. Beside it stand `-wal` and `-shm` while it is open.
  case file(URL)
  /// Memory of this store alone, gone with it.
  case memory
}

/// What an acknowledged write survives. Safe to use from any task.
public enum StoreDurability: Hashable, Sendable {
  /// A killed process always; a power cut may take the last writes, and never damages the file.
  case normal
  /// A killed process and a power cut: every write waits for the disk.
  case full
}
