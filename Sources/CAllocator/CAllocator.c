#include "CAllocator.h"

#include <features.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void hs_return_freed_memory(void) {
#ifdef __GLIBC__
  // Setting either threshold ends glibc's own adjustment, by which one large piece makes all later ones stay in the heap (mallopt(3)).
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_TRIM_THRESHOLD, 128 * 1024);
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}

void hs_trim_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
