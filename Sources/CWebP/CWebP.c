#include "CWebP.h"

#include <CLazy.h>
#include <pthread.h>

#define HS_FUNCTIONS(X)      \
  X(WebPGetDecoderVersion)   \
  X(WebPGetFeaturesInternal) \
  X(WebPDecodeYUV)           \
  X(WebPDecodeRGBA)          \
  X(WebPFree)

HS_LAZY_LIBRARY(hs_webp_open, "libwebp", "libwebp.so.7", NULL)

int hs_WebPGetDecoderVersion(void) { return p_WebPGetDecoderVersion(); }

VP8StatusCode hs_WebPGetFeatures(const uint8_t *bytes, size_t count, WebPBitstreamFeatures *features) {
  return p_WebPGetFeaturesInternal(bytes, count, features, WEBP_DECODER_ABI_VERSION);
}

uint8_t *hs_WebPDecodeYUV(const uint8_t *bytes, size_t count, int *width, int *height, uint8_t **u, uint8_t **v, int *stride, int *chroma_stride) {
  return p_WebPDecodeYUV(bytes, count, width, height, u, v, stride, chroma_stride);
}

uint8_t *hs_WebPDecodeRGBA(const uint8_t *bytes, size_t count, int *width, int *height) {
  return p_WebPDecodeRGBA(bytes, count, width, height);
}

void hs_WebPFree(void *pixels) { p_WebPFree(pixels); }
