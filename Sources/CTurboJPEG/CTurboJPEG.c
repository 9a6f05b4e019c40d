#include "CTurboJPEG.h"

#include <CLazy.h>
#include <pthread.h>

#define HS_FUNCTIONS(X)  \
  X(tjInitDecompress)    \
  X(tjDecompressHeader3) \
  X(tjDecompress2)       \
  X(tjInitCompress)      \
  X(tjBufSize)           \
  X(tjCompress2)         \
  X(tjGetErrorCode)      \
  X(tjGetErrorStr2)      \
  X(tjDestroy)

HS_LAZY_LIBRARY(hs_turbojpeg_open, "libturbojpeg", "libturbojpeg.so.0", NULL)

tjhandle hs_tjInitDecompress(void) { return p_tjInitDecompress(); }

int hs_tjDecompressHeader3(tjhandle handle, const unsigned char *bytes, unsigned long count, int *width, int *height, int *subsampling, int *colours) {
  return p_tjDecompressHeader3(handle, bytes, count, width, height, subsampling, colours);
}

int hs_tjDecompress2(tjhandle handle, const unsigned char *bytes, unsigned long count, unsigned char *pixels, int width, int pitch, int height, int format, int flags) {
  return p_tjDecompress2(handle, bytes, count, pixels, width, pitch, height, format, flags);
}

tjhandle hs_tjInitCompress(void) { return p_tjInitCompress(); }

unsigned long hs_tjBufSize(int width, int height, int subsampling) { return p_tjBufSize(width, height, subsampling); }

int hs_tjCompress2(tjhandle handle, const unsigned char *pixels, int width, int pitch, int height, int format, unsigned char **bytes, unsigned long *count, int subsampling, int quality, int flags) {
  return p_tjCompress2(handle, pixels, width, pitch, height, format, bytes, count, subsampling, quality, flags);
}

int hs_tjGetErrorCode(tjhandle handle) { return p_tjGetErrorCode(handle); }

char *hs_tjGetErrorStr2(tjhandle handle) { return p_tjGetErrorStr2(handle); }

int hs_tjDestroy(tjhandle handle) { return p_tjDestroy(handle); }
