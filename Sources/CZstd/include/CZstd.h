#pragma once

// libzstd, opened when something is first compressed with it: no command but sync needs it.
//
// The functions have the names and signatures of zstd.h with the prefix hs_. Where the library isn't installed, the process ends with a sentence, as one
// that is linked with it does.

#include <zstd.h>

#ifdef __cplusplus
extern "C" {
#endif

ZSTD_CCtx *hs_ZSTD_createCCtx(void);
size_t hs_ZSTD_freeCCtx(ZSTD_CCtx *context);
size_t hs_ZSTD_CCtx_setParameter(ZSTD_CCtx *context, ZSTD_cParameter parameter, int value);
size_t hs_ZSTD_compressBound(size_t count);
size_t hs_ZSTD_compress2(ZSTD_CCtx *context, void *target, size_t room, const void *source, size_t count);
unsigned hs_ZSTD_isError(size_t code);
ZSTD_DCtx *hs_ZSTD_createDCtx(void);
size_t hs_ZSTD_freeDCtx(ZSTD_DCtx *context);
size_t hs_ZSTD_DCtx_setParameter(ZSTD_DCtx *context, ZSTD_dParameter parameter, int value);
size_t hs_ZSTD_DStreamOutSize(void);
unsigned long long hs_ZSTD_getFrameContentSize(const void *source, size_t count);
size_t hs_ZSTD_findFrameCompressedSize(const void *source, size_t count);
size_t hs_ZSTD_decompressDCtx(ZSTD_DCtx *context, void *target, size_t room, const void *source, size_t count);
size_t hs_ZSTD_decompressStream(ZSTD_DStream *stream, ZSTD_outBuffer *output, ZSTD_inBuffer *input);

#ifdef __cplusplus
}
#endif
