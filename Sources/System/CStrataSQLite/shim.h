// Part of Strata.
// SPDX-License-Identifier: MIT

#include <sqlite3.h>

/// SQLITE_TRANSIENT, a cast that Swift does not import: SQLite copies the bytes before it returns.
static inline sqlite3_destructor_type strata_sqlite_transient(void) { return SQLITE_TRANSIENT; }
