#pragma once

// libpng, opened when the first PNG picture comes: no other command needs it, and each linked library costs each start of the program some of a millisecond.
//
// The functions have the names and signatures of png.h with the prefix hs_, and may be called only after hs_png_open() returned NULL.

#include <png.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library once per process; any thread may call it. NULL when it is there, else what is wrong (a static text).
const char *hs_png_open(void);

png_uint_32 hs_png_access_version_number(void);
int hs_png_image_begin_read_from_memory(png_image *image, const void *bytes, size_t count);
int hs_png_image_finish_read(png_image *image, const png_color *background, void *pixels, png_int_32 stride, void *colormap);
/// Of pixels that are stored as they are; `count` is the room before and the length after.
int hs_png_image_write_to_memory(png_image *image, void *bytes, size_t *count, const void *pixels, png_int_32 stride);
/// The most bytes that a picture of that size and format may take: a macro of png.h.
size_t hs_png_size_max(png_image image);
void hs_png_image_free(png_image *image);

#ifdef __cplusplus
}
#endif
