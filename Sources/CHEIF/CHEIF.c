#include "CHEIF.h"

#include <CLazy.h>
#include <pthread.h>

#define HS_FUNCTIONS(X)                         \
  X(heif_get_version)                           \
  X(heif_context_alloc)                         \
  X(heif_context_free)                          \
  X(heif_context_read_from_memory_without_copy) \
  X(heif_context_get_primary_image_handle)      \
  X(heif_image_handle_release)                  \
  X(heif_image_handle_get_width)                \
  X(heif_image_handle_get_height)               \
  X(heif_decode_image)                          \
  X(heif_image_release)                         \
  X(heif_image_get_width)                       \
  X(heif_image_get_height)                      \
  X(heif_image_get_bits_per_pixel_range)        \
  X(heif_image_get_plane_readonly)

HS_LAZY_LIBRARY(hs_heif_open, "libheif", "libheif.so.1", NULL)

const char *hs_heif_get_version(void) { return p_heif_get_version(); }

struct heif_context *hs_heif_context_alloc(void) { return p_heif_context_alloc(); }

void hs_heif_context_free(struct heif_context *context) { p_heif_context_free(context); }

struct heif_error hs_heif_context_read_from_memory_without_copy(struct heif_context *context, const void *bytes, size_t count) {
  return p_heif_context_read_from_memory_without_copy(context, bytes, count, 0);
}

struct heif_error hs_heif_context_get_primary_image_handle(struct heif_context *context, struct heif_image_handle **handle) {
  return p_heif_context_get_primary_image_handle(context, handle);
}

void hs_heif_image_handle_release(const struct heif_image_handle *handle) { p_heif_image_handle_release(handle); }

int hs_heif_image_handle_get_width(const struct heif_image_handle *handle) { return p_heif_image_handle_get_width(handle); }

int hs_heif_image_handle_get_height(const struct heif_image_handle *handle) { return p_heif_image_handle_get_height(handle); }

struct heif_error hs_heif_decode_luma(const struct heif_image_handle *handle, struct heif_image **image) {
  return p_heif_decode_image(handle, image, heif_colorspace_YCbCr, heif_chroma_420, 0);
}

struct heif_error hs_heif_decode_rgb(const struct heif_image_handle *handle, struct heif_image **image) {
  return p_heif_decode_image(handle, image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, 0);
}

void hs_heif_image_release(const struct heif_image *image) { p_heif_image_release(image); }

int hs_heif_image_get_width(const struct heif_image *image, enum heif_channel channel) { return p_heif_image_get_width(image, channel); }

int hs_heif_image_get_height(const struct heif_image *image, enum heif_channel channel) {
  return p_heif_image_get_height(image, channel);
}

int hs_heif_image_get_bits_per_pixel_range(const struct heif_image *image, enum heif_channel channel) {
  return p_heif_image_get_bits_per_pixel_range(image, channel);
}

const uint8_t *hs_heif_image_get_plane_readonly(const struct heif_image *image, enum heif_channel channel, int *stride) {
  return p_heif_image_get_plane_readonly(image, channel, stride);
}
