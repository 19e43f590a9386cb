// Part of Strata.
// SPDX-License-Identifier: MIT

#include "strata_store_benchmark.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct strata_c_store {
  sqlite3 *writer, *reader;
  sqlite3_stmt *put, *begin, *commit, *get, *scan, *remove, *count;
};

static void check(int code, sqlite3 *database) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  fprintf(stderr, "SQLite says %d: %s\n", code, sqlite3_errmsg(database));
  exit(1);
}

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = NULL;
  check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), database);
  return statement;
}

static sqlite3 *connect(const char *path) {
  sqlite3 *database = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  check(sqlite3_open_v2(path, &database, flags, NULL), database);
  sqlite3_busy_timeout(database, 5000);
  const char *setup =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"
    "PRAGMA journal_size_limit = 16777216;"
    "CREATE TABLE IF NOT EXISTS rows(key TEXT PRIMARY KEY NOT NULL, created REAL NOT NULL, modified REAL NOT NULL, "
    "expires REAL, value NOT NULL)";
  check(sqlite3_exec(database, setup, NULL, NULL, NULL), database);
  return database;
}

strata_c_store *strata_c_store_open(const char *path) {
  strata_c_store *store = calloc(1, sizeof *store);
  store->writer = connect(path);
  store->reader = connect(path);
  store->begin = prepare(store->writer, "BEGIN IMMEDIATE");
  store->commit = prepare(store->writer, "COMMIT");
  store->put = prepare(
    store->writer,
    "INSERT INTO rows(key, created, modified, expires, value) VALUES (?1, ?2, ?2, ?3, ?4) "
    "ON CONFLICT(key) DO UPDATE SET modified = ?2, expires = ?3, value = ?4, "
    "created = CASE WHEN expires <= ?2 OR (expires IS NOT NULL AND modified > ?2) THEN ?2 ELSE created END");
  store->remove = prepare(store->writer, "DELETE FROM rows WHERE key >= ?1 AND key < ?2");
  store->get = prepare(store->reader, "SELECT value, expires FROM rows WHERE key = ?1");
  store->scan = prepare(store->reader, "SELECT value FROM rows WHERE key >= ?1 AND key < ?2 ORDER BY key");
  store->count = prepare(store->reader, "SELECT count(*) FROM rows");
  return store;
}

void strata_c_store_close(strata_c_store *store) {
  sqlite3_stmt *all[] = {store->put,  store->begin,  store->commit, store->get,
                         store->scan, store->remove, store->count};
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) sqlite3_finalize(all[index]);
  sqlite3_close(store->reader);
  sqlite3_close(store->writer);
  free(store);
}

static int step(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  check(code, sqlite3_db_handle(statement));
  return code;
}

static void run(sqlite3_stmt *statement) {
  step(statement);
  sqlite3_reset(statement);
}

static int spell(char *key, int64_t number) { return sprintf(key, "user_%07lld", (long long)number); }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void strata_c_store_put(
  strata_c_store *store, int64_t first, int64_t count, int64_t batch, const void *value, int size) {
  char key[32];
  for (int64_t index = 0; index < count; index++) {
    if (batch > 0 && index % batch == 0) run(store->begin);
    int length = spell(key, first + index);
    sqlite3_bind_text(store->put, 1, key, length, SQLITE_STATIC);
    sqlite3_bind_double(store->put, 2, now());
    sqlite3_bind_null(store->put, 3);
    sqlite3_bind_blob(store->put, 4, value, size, SQLITE_STATIC);
    run(store->put);
    if (batch > 0 && (index + 1) % batch == 0) run(store->commit);
  }
}

int64_t strata_c_store_get(strata_c_store *store, const int64_t *numbers, int64_t count) {
  char key[32];
  int64_t total = 0;
  for (int64_t index = 0; index < count; index++) {
    sqlite3_bind_text(store->get, 1, key, spell(key, numbers[index]), SQLITE_STATIC);
    if (step(store->get) != SQLITE_ROW) exit(1);
    if (sqlite3_column_type(store->get, 1) != SQLITE_NULL) exit(1);
    const void *bytes = sqlite3_column_blob(store->get, 0);
    int size = sqlite3_column_bytes(store->get, 0);
    void *copy = malloc((size_t)size);
    memcpy(copy, bytes, (size_t)size);
    total += size;
    sqlite3_reset(store->get);
    free(copy);
  }
  return total;
}

int strata_c_store_copy(strata_c_store *store, int64_t number, void *buffer, int capacity) {
  char key[32];
  sqlite3_bind_text(store->get, 1, key, spell(key, number), SQLITE_STATIC);
  if (step(store->get) != SQLITE_ROW) exit(1);
  const void *bytes = sqlite3_column_blob(store->get, 0);
  int size = sqlite3_column_bytes(store->get, 0);
  if (size > capacity) exit(1);
  memcpy(buffer, bytes, (size_t)size);
  sqlite3_reset(store->get);
  return size;
}

/// Binds a prefix of ASCII and the first text after all that begin with it.
static void bind_prefix(sqlite3_stmt *statement, const char *prefix) {
  char end[32];
  size_t length = strlen(prefix);
  memcpy(end, prefix, length + 1);
  end[length - 1]++;
  sqlite3_bind_text(statement, 1, prefix, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text(statement, 2, end, -1, SQLITE_TRANSIENT);
}

int64_t strata_c_store_scan(strata_c_store *store, const char *prefix) {
  bind_prefix(store->scan, prefix);
  size_t count = 0, capacity = 16;
  void **values = malloc(capacity * sizeof *values);
  while (step(store->scan) == SQLITE_ROW) {
    const void *bytes = sqlite3_column_blob(store->scan, 0);
    size_t size = (size_t)sqlite3_column_bytes(store->scan, 0);
    if (count == capacity) values = realloc(values, (capacity *= 2) * sizeof *values);
    values[count] = malloc(size);
    memcpy(values[count++], bytes, size);
  }
  sqlite3_reset(store->scan);
  for (size_t index = 0; index < count; index++) free(values[index]);
  free(values);
  return (int64_t)count;
}

int64_t strata_c_store_delete(strata_c_store *store, const char *prefix) {
  bind_prefix(store->remove, prefix);
  run(store->remove);
  return sqlite3_changes64(store->writer);
}

int64_t strata_c_store_count(strata_c_store *store) {
  step(store->count);
  int64_t count = sqlite3_column_int64(store->count, 0);
  sqlite3_reset(store->count);
  return count;
}
