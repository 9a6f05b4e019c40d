/* What libpq itself makes of the rows that a backend has stored: pgupsert DATABASE RECORDS.db CONNECTIONS
 *
 * Reads the rows of RECORDS.db's table `rec` into memory, in the order in which they arrived, and makes arrays of 1,000 rows of them. Then, and only
 * this is timed, upserts them into a table like the backend's `rec` in the same PostgreSQL database, with its indexes: over CONNECTIONS connections, each
 * an owner's, last writer wins, from unnest() of the arrays, a transaction each. Prints "<rows> <seconds>". */
#include <libpq-fe.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 1000, COLUMNS = 6 };

typedef struct { char *bytes; size_t count, room; } Text;
typedef struct { Text columns[COLUMNS]; int rows; } Batch;
typedef struct {
  pthread_t thread;
  PGconn *database;
  char owner[64];
  Batch *batches;
  int count;
} Worker;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "pgupsert: %s: %s\n", what, why);
  exit(74);
}

static void say(Text *text, const char *words) {
  size_t count = strlen(words);
  if (text->count + count + 1 > text->room) text->bytes = realloc(text->bytes, text->room = 2 * (text->room + count) + 64);
  if (!text->bytes) fail("memory", "none left");
  memcpy(text->bytes + text->count, words, count + 1);
  text->count += count;
}

/* An element of an array, quoted. */
static void add(Text *text, const char *value, int is_first) {
  say(text, is_first ? "{\"" : ",\"");
  for (const char *at = value; *at; at++) {
    char one[3] = {*at, 0, 0};
    if (*at == '"' || *at == '\\') one[0] = '\\', one[1] = *at;
    say(text, one);
  }
  say(text, "\"");
}

static void run(PGconn *database, const char *sql, ExecStatusType wanted) {
  PGresult *result = PQexec(database, sql);
  if (PQresultStatus(result) != wanted) fail(sql, PQerrorMessage(database));
  PQclear(result);
}

static void *work(void *argument) {
  Worker *worker = argument;
  PGresult *made = PQprepare(worker->database, "upsert",
                             "INSERT INTO peer_rec(owner, kind, id, hlc, dev, body, seq) SELECT $1::uuid, * FROM unnest($2::text[], $3::text[], $4::bigint[],"
                             " $5::text[], $6::text[], $7::bigint[]) ON CONFLICT(owner, kind, id) DO UPDATE SET hlc = excluded.hlc, dev = excluded.dev,"
                             " body = excluded.body, seq = excluded.seq WHERE (excluded.hlc, excluded.dev) > (peer_rec.hlc, peer_rec.dev)", 0, NULL);
  if (PQresultStatus(made) != PGRES_COMMAND_OK) fail("prepare", PQerrorMessage(worker->database));
  PQclear(made);
  for (int k = 0; k < worker->count; k++) {
    const char *values[COLUMNS + 1] = {worker->owner};
    for (int c = 0; c < COLUMNS; c++) values[c + 1] = worker->batches[k].columns[c].bytes;
    PGresult *done = PQexecPrepared(worker->database, "upsert", COLUMNS + 1, values, NULL, NULL, 0);
    if (PQresultStatus(done) != PGRES_COMMAND_OK || atoi(PQcmdTuples(done)) != worker->batches[k].rows) fail("upsert", PQerrorMessage(worker->database));
    PQclear(done);
  }
  return NULL;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int count, char **words) {
  if (count != 4) {
    fprintf(stderr, "usage: pgupsert DATABASE RECORDS.db CONNECTIONS\n");
    return 64;
  }
  int connections = atoi(words[3]), total = 0;
  sqlite3 *db;
  sqlite3_stmt *rows;
  if (sqlite3_open_v2(words[2], &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) fail(words[2], sqlite3_errmsg(db));
  if (sqlite3_prepare_v2(db, "SELECT kind, id, hlc, dev, body, seq, count(*) OVER () FROM rec WHERE body IS NOT NULL ORDER BY seq", -1, &rows, NULL) != SQLITE_OK)
    fail(words[2], sqlite3_errmsg(db));
  Worker *workers = calloc(connections, sizeof *workers);
  while (sqlite3_step(rows) == SQLITE_ROW) {
    int share = sqlite3_column_int(rows, COLUMNS) / connections, owner = total / share;
    if (owner == connections) break;
    Worker *worker = &workers[owner];
    if (!worker->count || worker->batches[worker->count - 1].rows == BATCH) {
      worker->batches = realloc(worker->batches, (worker->count + 1) * sizeof *worker->batches);
      memset(&worker->batches[worker->count++], 0, sizeof *worker->batches);
    }
    Batch *batch = &worker->batches[worker->count - 1];
    for (int c = 0; c < COLUMNS; c++) add(&batch->columns[c], (const char *)sqlite3_column_text(rows, c), !batch->rows);
    batch->rows++;
    total++;
  }
  sqlite3_finalize(rows);
  sqlite3_close(db);
  for (int k = 0; k < connections; k++) {
    snprintf(workers[k].owner, sizeof workers[k].owner, "00000000-0000-4000-8000-%012d", k);
    for (int n = 0; n < workers[k].count; n++)
      for (int c = 0; c < COLUMNS; c++) say(&workers[k].batches[n].columns[c], "}");
    workers[k].database = PQconnectdb(words[1]);
    if (PQstatus(workers[k].database) != CONNECTION_OK) fail("connect", PQerrorMessage(workers[k].database));
  }
  run(workers[0].database, "SET client_min_messages = warning", PGRES_COMMAND_OK);
  run(workers[0].database, "DROP TABLE IF EXISTS peer_rec", PGRES_COMMAND_OK);
  run(workers[0].database, "CREATE TABLE peer_rec(LIKE rec INCLUDING ALL)", PGRES_COMMAND_OK);

  double start = seconds();
  for (int k = 0; k < connections; k++)
    if (pthread_create(&workers[k].thread, NULL, work, &workers[k])) fail("thread", "can't be made");
  for (int k = 0; k < connections; k++) pthread_join(workers[k].thread, NULL);
  printf("%d %.6f\n", total, seconds() - start);
  run(workers[0].database, "DROP TABLE peer_rec", PGRES_COMMAND_OK);
  for (int k = 0; k < connections; k++) PQfinish(workers[k].database);
  return 0;
}
