#pragma once

// zlib, opened when something is first compressed with it: no command but sync and import needs it.
//
// The functions have the names and signatures of zlib.h with the prefix hs_. Where the library isn't installed, the process ends with a sentence, as one
// that is linked with it does.

#include <zlib.h>

#ifdef __cplusplus
extern "C" {
#endif

int hs_deflateInit2_(z_stream *stream, int level, int method, int window, int memory, int strategy, const char *version, int size);
unsigned long hs_deflateBound(z_stream *stream, unsigned long count);
int hs_deflate(z_stream *stream, int flush);
int hs_deflateEnd(z_stream *stream);
int hs_inflateInit2_(z_stream *stream, int window, const char *version, int size);
int hs_inflate(z_stream *stream, int flush);
int hs_inflateReset(z_stream *stream);
int hs_inflateEnd(z_stream *stream);

#ifdef __cplusplus
}
#endif
