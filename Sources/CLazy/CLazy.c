#include "CLazy.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hs_lazy_open(const struct hs_lazy_library *library, char *failure, size_t size) {
  *failure = 0;
  void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
  if (!handle && library->other_file) handle = dlopen(library->other_file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(failure, size, "%s is not installed", library->title);
    return;
  }
  for (size_t i = 0; i < library->count; i++) {
    void *function = dlsym(handle, library->names[i]);
    if (!function) {
      snprintf(failure, size, "%s is too old: %s is missing", library->title, library->names[i]);
      return;
    }
    // POSIX: a pointer to a function has the size of one to an object.
    memcpy(library->pointers[i], &function, sizeof function);
  }
}

void hs_lazy_require(const char *failure, const char *package) {
  if (!failure) return;
  fprintf(stderr, "hsync: %s\nhint: apt-get install %s\n", failure, package);
  exit(69);
}
