// Part of Strata.
// SPDX-License-Identifier: MIT

#pragma once
#include <stdint.h>

/// The limit: plain C on the same SQLite with the table, the statements and the pragmas of a store. Statements are
/// prepared once. Every function stops the process when SQLite refuses.
typedef struct strata_c_store strata_c_store;

strata_c_store *strata_c_store_open(const char *path);
void strata_c_store_close(strata_c_store *store);

/// Puts one value under each of the keys `first ..< first + count`, `batch` of them in a transaction; 0: none.
void strata_c_store_put(strata_c_store *store, int64_t first, int64_t count, int64_t batch, const void *value, int size);

/// Reads the keys of these numbers one by one into a new block each; returns the bytes.
int64_t strata_c_store_get(strata_c_store *store, const int64_t *numbers, int64_t count);

/// Copies the value of a key into `buffer`; returns its size.
int strata_c_store_copy(strata_c_store *store, int64_t number, void *buffer, int capacity);

/// Reads the values of the keys that begin with a text into a new block each, all kept until the end.
int64_t strata_c_store_scan(strata_c_store *store, const char *prefix);

/// Deletes the keys that begin with a text; returns how many there were.
int64_t strata_c_store_delete(strata_c_store *store, const char *prefix);

/// How many rows there are.
int64_t strata_c_store_count(strata_c_store *store);
