#include "CZlib.h"

#include <CLazy.h>
#include <pthread.h>

#define HS_FUNCTIONS(X) \
  X(deflateInit2_) \
  X(deflateBound) \
  X(deflate) \
  X(deflateEnd) \
  X(inflateInit2_) \
  X(inflate) \
  X(inflateReset) \
  X(inflateEnd)

HS_LAZY_LIBRARY(hs_zlib_open, "zlib", "libz.so.1", NULL)

/// Opens the library, or ends the process.
static void open_or_end(void) { hs_lazy_require(hs_zlib_open(), "zlib1g"); }

int hs_deflateInit2_(z_stream *stream, int level, int method, int window, int memory, int strategy, const char *version, int size) {
  open_or_end();
  return p_deflateInit2_(stream, level, method, window, memory, strategy, version, size);
}

unsigned long hs_deflateBound(z_stream *stream, unsigned long count) { return p_deflateBound(stream, count); }

int hs_deflate(z_stream *stream, int flush) { return p_deflate(stream, flush); }

int hs_deflateEnd(z_stream *stream) { return p_deflateEnd(stream); }

int hs_inflateInit2_(z_stream *stream, int window, const char *version, int size) {
  open_or_end();
  return p_inflateInit2_(stream, window, version, size);
}

int hs_inflate(z_stream *stream, int flush) { return p_inflate(stream, flush); }

int hs_inflateReset(z_stream *stream) { return p_inflateReset(stream); }

int hs_inflateEnd(z_stream *stream) { return p_inflateEnd(stream); }
