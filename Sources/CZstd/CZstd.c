#include "CZstd.h"

#include <CLazy.h>
#include <pthread.h>

#define HS_FUNCTIONS(X) \
  X(ZSTD_createCCtx) \
  X(ZSTD_freeCCtx) \
  X(ZSTD_CCtx_setParameter) \
  X(ZSTD_compressBound) \
  X(ZSTD_compress2) \
  X(ZSTD_isError) \
  X(ZSTD_createDCtx) \
  X(ZSTD_freeDCtx) \
  X(ZSTD_DCtx_setParameter) \
  X(ZSTD_DStreamOutSize) \
  X(ZSTD_getFrameContentSize) \
  X(ZSTD_findFrameCompressedSize) \
  X(ZSTD_decompressDCtx) \
  X(ZSTD_decompressStream)

HS_LAZY_LIBRARY(hs_zstd_open, "libzstd", "libzstd.so.1", NULL)

/// Opens the library, or ends the process.
static void open_or_end(void) { hs_lazy_require(hs_zstd_open(), "libzstd1"); }

ZSTD_CCtx *hs_ZSTD_createCCtx(void) {
  open_or_end();
  return p_ZSTD_createCCtx();
}

size_t hs_ZSTD_freeCCtx(ZSTD_CCtx *context) { return p_ZSTD_freeCCtx(context); }

size_t hs_ZSTD_CCtx_setParameter(ZSTD_CCtx *context, ZSTD_cParameter parameter, int value) { return p_ZSTD_CCtx_setParameter(context, parameter, value); }

size_t hs_ZSTD_compressBound(size_t count) { return p_ZSTD_compressBound(count); }

size_t hs_ZSTD_compress2(ZSTD_CCtx *context, void *target, size_t room, const void *source, size_t count) { return p_ZSTD_compress2(context, target, room, source, count); }

unsigned hs_ZSTD_isError(size_t code) { return p_ZSTD_isError(code); }

ZSTD_DCtx *hs_ZSTD_createDCtx(void) {
  open_or_end();
  return p_ZSTD_createDCtx();
}

size_t hs_ZSTD_freeDCtx(ZSTD_DCtx *context) { return p_ZSTD_freeDCtx(context); }

size_t hs_ZSTD_DCtx_setParameter(ZSTD_DCtx *context, ZSTD_dParameter parameter, int value) { return p_ZSTD_DCtx_setParameter(context, parameter, value); }

size_t hs_ZSTD_DStreamOutSize(void) { return p_ZSTD_DStreamOutSize(); }

unsigned long long hs_ZSTD_getFrameContentSize(const void *source, size_t count) { return p_ZSTD_getFrameContentSize(source, count); }

size_t hs_ZSTD_findFrameCompressedSize(const void *source, size_t count) { return p_ZSTD_findFrameCompressedSize(source, count); }

size_t hs_ZSTD_decompressDCtx(ZSTD_DCtx *context, void *target, size_t room, const void *source, size_t count) { return p_ZSTD_decompressDCtx(context, target, room, source, count); }

size_t hs_ZSTD_decompressStream(ZSTD_DStream *stream, ZSTD_outBuffer *output, ZSTD_inBuffer *input) { return p_ZSTD_decompressStream(stream, output, input); }
