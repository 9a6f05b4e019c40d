#include "CSQLiteSetup.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>

void hs_sqlite_without_accounting(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// An allocator with a list of free pieces for each size. A piece is a header, in which the bytes behind it are counted, and these bytes: 8 more than a
// multiple of 16, so that headers and pieces stay aligned to 8. SQLite asks for no more.

enum {
  header_bytes = 8,
  largest_piece = 1016, // Larger ones are malloc's, which is as fast for those.
  sizes = largest_piece / 16 + 1,
  first_block = 1 << 20, // What reading the schema of a library takes, and half as much again.
  later_block = 256 << 10,
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *free_pieces[sizes]; // A free piece begins with the address of the next one.
static char *block;              // The part of the newest block that was never used.
static size_t block_left;

static uint64_t *header(void *piece) { return (uint64_t *)((char *)piece - header_bytes); }

static int round_up(int bytes) { return bytes <= 8 ? 8 : ((bytes - 8 + 15) & ~15) + 8; }

// A program that has had one thread only needs no lock. The answer is kept for the unlocking, as it may change in between.
static int locked(void) {
  int needs_lock = !__libc_single_threaded;
  if (needs_lock) pthread_mutex_lock(&lock);
  return needs_lock;
}

static void unlock(int was_locked) {
  if (was_locked) pthread_mutex_unlock(&lock);
}

static int add_block(size_t bytes, int flags) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  if (memory == MAP_FAILED) return 0;
  block = memory;
  block_left = bytes;
  return 1;
}

static void *piece_malloc(int bytes) {
  int size = round_up(bytes);
  if (size > largest_piece) {
    char *memory = malloc((size_t)size + header_bytes);
    if (!memory) return NULL;
    memory += header_bytes;
    *header(memory) = (uint64_t)size;
    return memory;
  }
  int was_locked = locked();
  void **list = &free_pieces[size / 16];
  void *piece = *list;
  if (piece) {
    *list = *(void **)piece;
  } else {
    size_t whole = (size_t)size + header_bytes;
    if (block_left >= whole || add_block(later_block, 0)) {
      piece = block + header_bytes;
      block += whole;
      block_left -= whole;
      *header(piece) = (uint64_t)size;
    }
  }
  unlock(was_locked);
  return piece;
}

static void piece_free(void *piece) {
  if (!piece) return;
  uint64_t size = *header(piece);
  if (size > largest_piece) return free(header(piece));
  int was_locked = locked();
  *(void **)piece = free_pieces[size / 16];
  free_pieces[size / 16] = piece;
  unlock(was_locked);
}

static void *piece_realloc(void *piece, int bytes) {
  int size = round_up(bytes);
  uint64_t had = *header(piece);
  if (had == (uint64_t)size) return piece;
  if (had > largest_piece && size > largest_piece) {
    char *memory = realloc(header(piece), (size_t)size + header_bytes);
    if (!memory) return NULL;
    memory += header_bytes;
    *header(memory) = (uint64_t)size;
    return memory;
  }
  void *new = piece_malloc(bytes);
  if (!new) return NULL;
  memcpy(new, piece, had < (uint64_t)size ? had : (uint64_t)size);
  piece_free(piece);
  return new;
}

static int piece_size(void *piece) { return piece ? (int)*header(piece) : 0; }

static int begin(void *unused) {
  (void)unused;
  // All its pages at once: the kernel takes longer for each by itself.
  return add_block(first_block, MAP_POPULATE) ? SQLITE_OK : SQLITE_NOMEM;
}

static void end(void *unused) { (void)unused; }

void hs_sqlite_with_lists_of_pieces(void) {
  static const sqlite3_mem_methods methods = {piece_malloc, piece_free, piece_realloc, piece_size, round_up, begin, end, NULL};
  sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}
