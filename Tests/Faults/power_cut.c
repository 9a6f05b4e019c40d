// The files of a program as a power cut leaves them: loaded before it (LD_PRELOAD), this keeps beside each file FILE in the folder
// $POWER_CUT_FOLDER a copy FILE.durable that gets what was written only when it is synced. Kill the program, put the copies in the files'
// place, and everything that was not synced is gone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 16

struct change {
  struct change *next;
  off_t offset;   // of what was written; the new length of a file that was cut
  ssize_t count;  // -1: the file was cut
  char bytes[];
};

struct file {
  char path[PATH_MAX];
  int durable;
  struct change *first, **last;
};

static struct file files[MOST];
static int known;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fsync)(int);

__attribute__((constructor)) static void begin(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
}

static void copy(const char *from, int to) {
  char bytes[65536];
  ssize_t count;
  off_t offset = 0;
  int source = open(from, O_RDONLY | O_CLOEXEC);
  while (source >= 0 && (count = pread(source, bytes, sizeof bytes, offset)) > 0) {
    real_pwrite(to, bytes, count, offset);
    offset += count;
  }
  if (source >= 0) close(source);
}

// The file of a descriptor, if it is one of those that are watched. What it held before its first change in this process is durable.
static struct file *watched(int descriptor) {
  const char *folder = getenv("POWER_CUT_FOLDER");
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = folder ? readlink(link, path, sizeof path - 9) : -1;
  if (length <= 0) return NULL;
  path[length] = 0;
  if (strncmp(path, folder, strlen(folder)) || strstr(path, "-shm") || strstr(path, ".durable") || strstr(path, " (deleted)")) return NULL;
  for (int i = 0; i < known; i++)
    if (!strcmp(files[i].path, path)) return &files[i];
  if (known == MOST) abort();
  struct file *file = &files[known++];
  strcpy(file->path, path);
  strcat(path, ".durable");
  file->durable = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  file->last = &file->first;
  copy(file->path, file->durable);
  return file;
}

static void note(struct file *file, off_t offset, ssize_t count, const void *bytes) {
  struct change *change = malloc(sizeof *change + (count > 0 ? count : 0));
  if (!change) abort();
  change->next = NULL;
  change->offset = offset;
  change->count = count;
  if (count > 0) memcpy(change->bytes, bytes, count);
  *file->last = change;
  file->last = &change->next;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
  pthread_mutex_lock(&lock);
  struct file *file = watched(descriptor);
  ssize_t done = real_pwrite(descriptor, bytes, count, offset);
  if (file && done > 0) note(file, offset, done, bytes);
  pthread_mutex_unlock(&lock);
  return done;
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) { return pwrite64(descriptor, bytes, count, offset); }

ssize_t write(int descriptor, const void *bytes, size_t count) {
  pthread_mutex_lock(&lock);
  struct file *file = watched(descriptor);
  off_t offset = file ? lseek(descriptor, 0, SEEK_CUR) : 0;
  ssize_t done = real_write(descriptor, bytes, count);
  if (file && done > 0) note(file, offset, done, bytes);
  pthread_mutex_unlock(&lock);
  return done;
}

int ftruncate64(int descriptor, off_t length) {
  pthread_mutex_lock(&lock);
  struct file *file = watched(descriptor);
  int result = real_ftruncate(descriptor, length);
  if (file && result == 0) note(file, length, -1, NULL);
  pthread_mutex_unlock(&lock);
  return result;
}
int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

int fsync(int descriptor) {
  pthread_mutex_lock(&lock);
  struct file *file = watched(descriptor);
  for (struct change *change = file ? file->first : NULL, *next; change; change = next) {
    next = change->next;
    if (change->count < 0)
      real_ftruncate(file->durable, change->offset);
    else
      real_pwrite(file->durable, change->bytes, change->count, change->offset);
    free(change);
  }
  if (file) {
    file->first = NULL;
    file->last = &file->first;
  }
  int result = real_fsync(descriptor);
  pthread_mutex_unlock(&lock);
  return result;
}
int fdatasync(int descriptor) { return fsync(descriptor); }
