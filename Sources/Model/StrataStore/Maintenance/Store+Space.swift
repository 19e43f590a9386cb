// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite

extension Store {
  /// How many bytes of the file hold something; the rest is free for what comes.
  package func usedBytes() throws(StoreError) -> Int {
    try read { connection throws(StoreError) in
      let sql = """
        SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size
        """
      return try connection.first(sql) { Int($0.integer(0)) } ?? 0
    }
  }

  /// Moves the log's content into the file and empties the log, if it is longer than so many bytes.
  @concurrent
  package func emptyLog(from bytes: Int) async throws(StoreError) {
    try await enqueueTyped { connection throws(StoreError) in
      guard connection.logBytes >= bytes else { return }
      connection.emptyLog()
    }
  }
}
