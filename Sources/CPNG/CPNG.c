#include "CPNG.h"

#include <CLazy.h>
#include <pthread.h>

#define HS_FUNCTIONS(X)               \
  X(png_access_version_number)        \
  X(png_image_begin_read_from_memory) \
  X(png_image_finish_read)            \
  X(png_image_write_to_memory)        \
  X(png_image_free)

HS_LAZY_LIBRARY(hs_png_open, "libpng", "libpng16.so.16", NULL)

png_uint_32 hs_png_access_version_number(void) { return p_png_access_version_number(); }

int hs_png_image_begin_read_from_memory(png_image *image, const void *bytes, size_t count) {
  return p_png_image_begin_read_from_memory(image, bytes, count);
}

int hs_png_image_finish_read(png_image *image, const png_color *background, void *pixels, png_int_32 stride, void *colormap) {
  return p_png_image_finish_read(image, background, pixels, stride, colormap);
}

int hs_png_image_write_to_memory(png_image *image, void *bytes, size_t *count, const void *pixels, png_int_32 stride) {
  return p_png_image_write_to_memory(image, bytes, count, 0, pixels, stride, NULL);
}

size_t hs_png_size_max(png_image image) { return PNG_IMAGE_PNG_SIZE_MAX(image); }

void hs_png_image_free(png_image *image) { p_png_image_free(image); }
