/* What the sqlite3 library itself makes of the rows that a backend has stored: upsert BACKEND.db FRESH.db
 *
 * Reads every row of BACKEND.db's table `rec` into memory, in the order in which they arrived. Then, and only this is timed, upserts them into
 * FRESH.db, made with the same table and indexes: last writer wins, 1,000 rows a transaction, WAL, synchronous=FULL, and all of it checkpointed.
 * Prints "<rows> <seconds>". */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 1000, MOST_COLUMNS = 32 };

static void check(int code, int wanted, sqlite3 *db, const char *what) {
  if (code == wanted) return;
  fprintf(stderr, "upsert: %s: %s\n", what, sqlite3_errmsg(db));
  exit(74);
}

static sqlite3_stmt *prepared(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK, db, sql);
  return statement;
}

static void run(sqlite3 *db, const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, db, sql); }

/* The table and its indexes, as the backend made them. */
static void copy_schema(sqlite3 *from, sqlite3 *to) {
  sqlite3_stmt *each = prepared(from, "SELECT sql FROM sqlite_master WHERE tbl_name = 'rec' AND type IN ('table', 'index') AND sql IS NOT NULL ORDER BY type = 'table' DESC");
  while (sqlite3_step(each) == SQLITE_ROW) run(to, (const char *)sqlite3_column_text(each, 0));
  sqlite3_finalize(each);
}

/* INSERT … ON CONFLICT(owner, kind, id) DO UPDATE SET <every column> WHERE the newcomer is newer. */
static char *upsert_sql(sqlite3_stmt *rows) {
  char marks[4 * MOST_COLUMNS] = "", sets[64 * MOST_COLUMNS] = "";
  for (int k = 0; k < sqlite3_column_count(rows); k++) {
    const char *name = sqlite3_column_name(rows, k);
    strcat(marks, k ? ",?" : "?");
    if (!strcmp(name, "owner") || !strcmp(name, "kind") || !strcmp(name, "id")) continue;
    snprintf(sets + strlen(sets), sizeof sets - strlen(sets), "%s%s=excluded.%s", *sets ? "," : "", name, name);
  }
  return sqlite3_mprintf("INSERT INTO rec VALUES(%s) ON CONFLICT(owner, kind, id) DO UPDATE SET %s WHERE (excluded.hlc, excluded.dev) > (rec.hlc, rec.dev)",
                         marks, sets);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: upsert BACKEND.db FRESH.db\n");
    return 64;
  }
  sqlite3 *from, *to;
  check(sqlite3_open_v2(words[1], &from, SQLITE_OPEN_READONLY, NULL), SQLITE_OK, from, words[1]);
  check(sqlite3_open(words[2], &to), SQLITE_OK, to, words[2]);
  run(to, "PRAGMA journal_mode=WAL");
  run(to, "PRAGMA synchronous=FULL");
  copy_schema(from, to);

  sqlite3_stmt *rows = prepared(from, "SELECT * FROM rec ORDER BY seq");
  int columns = sqlite3_column_count(rows);
  if (columns > MOST_COLUMNS) return 70;
  size_t held = 0, room = 0;
  sqlite3_value **values = NULL;
  while (sqlite3_step(rows) == SQLITE_ROW) {
    if (held + columns > room) values = realloc(values, (room = room * 2 + 1024 * columns) * sizeof *values);
    for (int k = 0; k < columns; k++) values[held++] = sqlite3_value_dup(sqlite3_column_value(rows, k));
  }
  char *sql = upsert_sql(rows);
  sqlite3_finalize(rows);

  double start = seconds();
  sqlite3_stmt *upsert = prepared(to, sql);
  size_t total = held / columns;
  for (size_t row = 0; row < total; row++) {
    if (row % BATCH == 0) run(to, "BEGIN IMMEDIATE");
    for (int k = 0; k < columns; k++) check(sqlite3_bind_value(upsert, k + 1, values[row * columns + k]), SQLITE_OK, to, "bind");
    check(sqlite3_step(upsert), SQLITE_DONE, to, "upsert");
    sqlite3_reset(upsert);
    if (row % BATCH == BATCH - 1 || row + 1 == total) run(to, "COMMIT");
  }
  sqlite3_finalize(upsert);
  run(to, "PRAGMA wal_checkpoint(TRUNCATE)");
  printf("%zu %.6f\n", total, seconds() - start);
  sqlite3_close(to);
  sqlite3_close(from);
  return 0;
}
