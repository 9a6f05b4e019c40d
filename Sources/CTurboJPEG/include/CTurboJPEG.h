#pragma once

// libturbojpeg, opened when the first JPEG picture comes: no other command needs it, and each linked library costs each start of the program some of a millisecond.
//
// The functions have the names and signatures of turbojpeg.h with the prefix hs_, and may be called only after hs_turbojpeg_open() returned NULL.

#include <turbojpeg.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library once per process; any thread may call it. NULL when it is there, else what is wrong (a static text).
const char *hs_turbojpeg_open(void);

tjhandle hs_tjInitDecompress(void);
int hs_tjDecompressHeader3(tjhandle handle, const unsigned char *bytes, unsigned long count, int *width, int *height, int *subsampling, int *colours);
int hs_tjDecompress2(tjhandle handle, const unsigned char *bytes, unsigned long count, unsigned char *pixels, int width, int pitch, int height, int format, int flags);
tjhandle hs_tjInitCompress(void);
unsigned long hs_tjBufSize(int width, int height, int subsampling);
int hs_tjCompress2(tjhandle handle, const unsigned char *pixels, int width, int pitch, int height, int format, unsigned char **bytes, unsigned long *count, int subsampling, int quality, int flags);
int hs_tjGetErrorCode(tjhandle handle);
char *hs_tjGetErrorStr2(tjhandle handle);
int hs_tjDestroy(tjhandle handle);

#ifdef __cplusplus
}
#endif
