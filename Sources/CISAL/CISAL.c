#include "CISAL.h"

#include <CLazy.h>
#include <pthread.h>

#define HS_FUNCTIONS(X) \
  X(isal_inflate_init) \
  X(isal_inflate) \
  X(crc32_gzip_refl)

HS_LAZY_LIBRARY(hs_isal_open, "libisal", "libisal.so.2", NULL)

/// Opens the library, or ends the process.
static void open_or_end(void) { hs_lazy_require(hs_isal_open(), "libisal2"); }

void hs_isal_inflate_init(struct inflate_state *state) {
  open_or_end();
  p_isal_inflate_init(state);
}

int hs_isal_inflate(struct inflate_state *state) { return p_isal_inflate(state); }

uint32_t hs_crc32_gzip_refl(uint32_t value, const unsigned char *bytes, uint64_t count) {
  open_or_end();
  return p_crc32_gzip_refl(value, bytes, count);
}
