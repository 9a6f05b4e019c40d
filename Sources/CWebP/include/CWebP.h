#pragma once

// libwebp, opened when the first WebP picture comes: no other command needs it, and each linked library costs each start of the program some of a millisecond.
//
// The functions have the names and signatures of webp/decode.h with the prefix hs_, and may be called only after hs_webp_open() returned NULL.

#include <webp/decode.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library once per process; any thread may call it. NULL when it is there, else what is wrong (a static text).
const char *hs_webp_open(void);

int hs_WebPGetDecoderVersion(void);
/// WebPGetFeatures of the header, which is an inline function around WebPGetFeaturesInternal.
VP8StatusCode hs_WebPGetFeatures(const uint8_t *bytes, size_t count, WebPBitstreamFeatures *features);
uint8_t *hs_WebPDecodeYUV(const uint8_t *bytes, size_t count, int *width, int *height, uint8_t **u, uint8_t **v, int *stride, int *chroma_stride);
uint8_t *hs_WebPDecodeRGBA(const uint8_t *bytes, size_t count, int *width, int *height);
void hs_WebPFree(void *pixels);

#ifdef __cplusplus
}
#endif
