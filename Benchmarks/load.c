/* Many devices at once against hsync-backend: load PORT SERVER_PID RECORDS.db TOKENS ENCODING CONNECTIONS BATCH [pull|patient|roam]
 *
 * Reads the rows of RECORDS.db's table `rec` and, before any clock runs, makes push bodies of BATCH records out of them, packed as ENCODING
 * says (zstd, gzip, identity). Each of CONNECTIONS devices, a thread and a kept-alive connection of its own, has an equal share of the rows
 * and pushes it body by body; with `pull` it asks for changes after each push until there are no more. TOKENS has a bearer token a line, which
 * the devices take in turn. With `roam`, each connection goes round among its share of the tokens, a push each, as a device of that user; the first
 * round isn't counted in the percentiles.
 *
 * Every answer must be 200, and every push's must accept all of its records; else it ends with 70. With `patient`, what is answered with 503, or
 * not at all, is sent again, for two minutes. Prints one line of JSON: records, seconds (first byte sent to last answer read), percentiles of the
 * answers' times in ms, the server's CPU seconds, and its resident memory in MB when a quarter of the pushes were answered and at the end; with
 * `patient` how many requests were sent again. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

typedef struct { char *bytes; size_t count, room; } Text;
typedef struct { char *bytes; size_t count; int records; } Body;
typedef struct {
  pthread_t thread;
  int number, socket;
  char **tokens;   /* its own; one, unless it roams */
  int users;
  Body *bodies;
  int pushes;
  Text answer;     /* of the last request, header and body */
  char *content;   /* where its body begins */
  double *push_ms, *pull_ms;
  size_t pulls, pull_room, pulled;
} Device;

static int port, server, pulling, patient, roaming;
static const char *encoding;
static atomic_int answered, repeated, total;
static atomic_long quarter_kb;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "load: %s: %.300s\n", what, why);
  exit(70);
}

static void *checked(void *memory) {
  if (!memory) fail("memory", "none left");
  return memory;
}

static void append(Text *text, const void *bytes, size_t count) {
  if (text->count + count + 1 > text->room) text->bytes = checked(realloc(text->bytes, text->room = 2 * (text->room + count) + 64));
  memcpy(text->bytes + text->count, bytes, count);
  text->bytes[text->count += count] = 0;
}

static void say(Text *text, const char *words) { append(text, words, strlen(words)); }

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

/* The server's resident memory in KB. */
static long resident(void) {
  char path[64], line[256];
  long kb = 0;
  snprintf(path, sizeof path, "/proc/%d/status", server);
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmRSS: %ld", &kb);
  if (file) fclose(file);
  return kb;
}

/* The server's CPU time so far. */
static double cpu(void) {
  char path[64], text[1024] = "";
  unsigned long user = 0, kernel = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", server);
  FILE *file = fopen(path, "r");
  if (file && fgets(text, sizeof text, file) && strrchr(text, ')'))
    sscanf(strrchr(text, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel);
  if (file) fclose(file);
  return (double)(user + kernel) / sysconf(_SC_CLK_TCK);
}

static Body packed(Text *json, int records) {
  Body body = {.records = records};
  if (!strcmp(encoding, "zstd")) {
    body.bytes = checked(malloc(ZSTD_compressBound(json->count)));
    body.count = ZSTD_compress(body.bytes, ZSTD_compressBound(json->count), json->bytes, json->count, 1);
    if (ZSTD_isError(body.count)) fail("zstd", ZSTD_getErrorName(body.count));
  } else if (!strcmp(encoding, "gzip")) {
    z_stream stream = {0};
    if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) fail("gzip", "deflateInit2");
    size_t room = deflateBound(&stream, json->count);
    body.bytes = checked(malloc(room));
    stream.next_in = (Bytef *)json->bytes, stream.avail_in = json->count;
    stream.next_out = (Bytef *)body.bytes, stream.avail_out = room;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) fail("gzip", "deflate");
    body.count = room - stream.avail_out;
    deflateEnd(&stream);
  } else {
    body.bytes = checked(malloc(json->count));
    memcpy(body.bytes, json->bytes, body.count = json->count);
  }
  return body;
}

/* The next bodies of a device: `records` rows, `batch` to a body. Kinds and ids are plain, so they need no escapes. */
static void prepare(Device *device, sqlite3_stmt *rows, int records, int batch) {
  device->bodies = checked(calloc((records + batch - 1) / batch, sizeof *device->bodies));
  for (int done = 0; done < records; device->pushes++) {
    Text json = {0};
    char head[128];
    snprintf(head, sizeof head, "{\"device\":\"d%07x\",\"push\":%d,\"records\":[", device->number, device->pushes / device->users + 1);
    say(&json, head);
    int inside = 0;
    for (; inside < batch && done < records; inside++, done++) {
      if (sqlite3_step(rows) != SQLITE_ROW) fail("records", "too few rows");
      const char *words[] = {inside ? ",{\"kind\":\"" : "{\"kind\":\"", (const char *)sqlite3_column_text(rows, 0), "\",\"id\":\"",
                             (const char *)sqlite3_column_text(rows, 1), "\",\"hlc\":\"", (const char *)sqlite3_column_text(rows, 2),
                             "\",\"op\":\"put\",\"data\":", (const char *)sqlite3_column_text(rows, 3), "}"};
      for (size_t k = 0; k < sizeof words / sizeof *words; k++) say(&json, words[k]);
    }
    say(&json, "]}");
    device->bodies[device->pushes] = packed(&json, inside);
    free(json.bytes);
  }
  device->push_ms = checked(calloc(device->pushes, sizeof *device->push_ms));
}

static void connected(Device *device) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int on = 1;
  device->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (device->socket < 0 || connect(device->socket, (struct sockaddr *)&address, sizeof address)) fail("connect", "the server doesn't listen");
  setsockopt(device->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/* Sends a request in one piece and reads its answer, which must be 200. Returns what is wrong with it; NULL = nothing. */
static const char *attempt(Device *device, Text *request) {
  for (size_t done = 0; done < request->count;) {
    ssize_t sent = send(device->socket, request->bytes + done, request->count - done, MSG_NOSIGNAL);
    if (sent <= 0) return "the connection was closed";
    done += sent;
  }
  Text *answer = &device->answer;
  answer->count = 0;
  size_t wanted = 0;
  while (!wanted || answer->count < wanted) {
    char part[65536];
    ssize_t read = recv(device->socket, part, sizeof part, 0);
    if (read <= 0) return answer->count ? answer->bytes : "the connection was closed";
    append(answer, part, read);
    char *end = wanted ? NULL : strstr(answer->bytes, "\r\n\r\n");
    if (!end) continue;
    char *length = strcasestr(answer->bytes, "\r\ncontent-length:");
    if (!length || length > end) fail("answer without a length", answer->bytes);
    wanted = end + 4 - answer->bytes + strtoul(length + 17, NULL, 10);
  }
  device->content = strstr(answer->bytes, "\r\n\r\n") + 4;
  if (patient && strncmp(answer->bytes, "HTTP/1.1 200", 12) && strncmp(answer->bytes, "HTTP/1.1 503", 12)) fail("refused", answer->bytes);
  return strncmp(answer->bytes, "HTTP/1.1 200", 12) ? answer->bytes : NULL;
}

/* Has a request answered. Returns the milliseconds it took. */
static double ask(Device *device, Text *request) {
  double start = seconds();
  for (const char *trouble; (trouble = attempt(device, request));) {
    if (!patient || seconds() - start > 120) fail("refused", trouble);
    atomic_fetch_add(&repeated, 1);
    usleep(100000);
    close(device->socket);
    connected(device);
  }
  return (seconds() - start) * 1000;
}

static void head(Device *device, Text *request, const char *line, int push) {
  char text[512];
  request->count = 0;
  snprintf(text, sizeof text, "%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nHSync-Device: d%07x\r\n", line, port,
           device->tokens[push % device->users], device->number);
  say(request, text);
}

static void pull(Device *device, Text *request, char *cursor, size_t room, int pushed) {
  for (int more = 1; more;) {
    char line[256];
    snprintf(line, sizeof line, "GET /v1/sync/changes?since=%s&limit=1000&pushed=%d", cursor, pushed);
    head(device, request, line, 0);
    say(request, "\r\n");
    if (device->pulls == device->pull_room)
      device->pull_ms = checked(realloc(device->pull_ms, (device->pull_room = 2 * device->pull_room + 64) * sizeof *device->pull_ms));
    device->pull_ms[device->pulls++] = ask(device, request);
    char *next = NULL;
    for (char *at = device->content; (at = strstr(at, "\"next\":\"")); at++) next = at + 8;
    if (!next || strcspn(next, "\"") >= room) fail("a page without a cursor", device->content);
    snprintf(cursor, room, "%.*s", (int)strcspn(next, "\""), next);
    more = strstr(next, "\"more\":true") != NULL;
    for (char *at = device->content; (at = strstr(at, "{\"kind\":\"")); at++) device->pulled++;
  }
}

static void *run(void *argument) {
  Device *device = argument;
  Text request = {0};
  char cursor[128] = "";
  for (int k = 0; k < device->pushes; k++) {
    Body *body = &device->bodies[k];
    head(device, &request, "POST /v1/sync/push", k);
    int push = k / device->users + 1;
    char text[256];
    snprintf(text, sizeof text, "Idempotency-Key: \"d%07x:%d\"\r\nContent-Encoding: %s\r\nContent-Length: %zu\r\n\r\n", device->number, push, encoding,
             body->count);
    say(&request, text);
    append(&request, body->bytes, body->count);
    device->push_ms[k] = ask(device, &request);
    snprintf(text, sizeof text, "{\"push\":%d,\"accepted\":%d,\"rejected\":[],\"superseded\":[],\"restamped\":[]", push, body->records);
    if (strncmp(device->content, text, strlen(text))) fail("not all accepted", device->content);
    if (atomic_fetch_add(&answered, 1) + 1 == (total + 3) / 4) quarter_kb = resident();
    if (pulling) pull(device, &request, cursor, sizeof cursor, k + 1);
  }
  free(request.bytes);
  return NULL;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double percentile(double *values, size_t count, int percent) { return count ? values[(count - 1) * percent / 100] : 0; }

int main(int count, char **words) {
  if (count < 8) {
    fprintf(stderr, "usage: load PORT SERVER_PID RECORDS.db TOKENS zstd|gzip|identity CONNECTIONS BATCH [pull|patient|roam]\n");
    return 64;
  }
  port = atoi(words[1]), server = atoi(words[2]), encoding = words[5];
  pulling = count > 8 && !strcmp(words[8], "pull"), patient = count > 8 && !strcmp(words[8], "patient");
  roaming = count > 8 && !strcmp(words[8], "roam");
  int connections = atoi(words[6]), batch = atoi(words[7]);
  sqlite3 *db;
  sqlite3_stmt *rows;
  if (sqlite3_open_v2(words[3], &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) fail(words[3], sqlite3_errmsg(db));
  if (sqlite3_prepare_v2(db, "SELECT count(*) FROM rec WHERE body IS NOT NULL", -1, &rows, NULL) != SQLITE_OK) fail(words[3], sqlite3_errmsg(db));
  sqlite3_step(rows);
  int records = sqlite3_column_int(rows, 0) / connections;
  sqlite3_finalize(rows);
  sqlite3_prepare_v2(db, "SELECT kind, id, hlc, body FROM rec WHERE body IS NOT NULL ORDER BY seq", -1, &rows, NULL);

  char *tokens[1024], line[512];
  int known = 0;
  FILE *file = fopen(words[4], "r");
  while (file && known < 1024 && fscanf(file, "%511s", line) == 1) tokens[known++] = strdup(line);
  if (!known) fail(words[4], "no tokens");
  Device *devices = checked(calloc(connections, sizeof *devices));
  for (int k = 0; k < connections; k++) {
    devices[k].number = k;
    devices[k].users = roaming ? known / connections : 1;
    if (!devices[k].users) fail(words[4], "fewer tokens than connections");
    devices[k].tokens = tokens + (roaming ? k * devices[k].users : k % known);
    prepare(&devices[k], rows, records, batch);
    total += devices[k].pushes;
    connected(&devices[k]);
  }
  sqlite3_finalize(rows);
  sqlite3_close(db);

  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 512 << 10);
  double cpu_before = cpu(), start = seconds();
  for (int k = 0; k < connections; k++)
    if (pthread_create(&devices[k].thread, &small, run, &devices[k])) fail("thread", "can't be made");
  for (int k = 0; k < connections; k++) pthread_join(devices[k].thread, NULL);
  double took = seconds() - start, cpu_after = cpu();

  size_t pushes = 0, pulls = 0, pulled = 0;
  for (int k = 0; k < connections; k++) pushes += devices[k].pushes, pulls += devices[k].pulls, pulled += devices[k].pulled;
  double *push_ms = checked(calloc(pushes + 1, sizeof *push_ms)), *pull_ms = checked(calloc(pulls + 1, sizeof *pull_ms));
  pushes = pulls = 0;
  for (int k = 0; k < connections; k++) {
    int first = roaming ? devices[k].users : 0, counted = devices[k].pushes > first ? devices[k].pushes - first : 0;
    memcpy(push_ms + pushes, devices[k].push_ms + first, counted * sizeof *push_ms), pushes += counted;
    if (devices[k].pulls) memcpy(pull_ms + pulls, devices[k].pull_ms, devices[k].pulls * sizeof *pull_ms), pulls += devices[k].pulls;
  }
  qsort(push_ms, pushes, sizeof *push_ms, by_size);
  qsort(pull_ms, pulls, sizeof *pull_ms, by_size);
  printf("{\"records\":%d,\"pushes\":%zu,\"pulls\":%zu,\"pulled\":%zu,\"seconds\":%.6f,\"server_cpu\":%.2f,"
         "\"push_p50_ms\":%.3f,\"push_p99_ms\":%.3f,\"pull_p50_ms\":%.3f,\"pull_p99_ms\":%.3f,\"quarter_mb\":%.1f,\"end_mb\":%.1f,\"repeated\":%d}\n",
         records * connections, pushes, pulls, pulled, took, cpu_after - cpu_before, percentile(push_ms, pushes, 50), percentile(push_ms, pushes, 99),
         percentile(pull_ms, pulls, 50), percentile(pull_ms, pulls, 99), quarter_kb / 1024.0, resident() / 1024.0, repeated);
  return 0;
}
