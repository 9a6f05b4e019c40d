#pragma once

// libheif, opened when the first HEIC picture comes: linking it would cost each start of the program about 8 ms,
// because its codecs (libde265, x265, dav1d, aom) come along.
//
// The functions have the names and signatures of libheif/heif.h with the prefix hs_, and may be called only after
// hs_heif_open() returned NULL.

#include <libheif/heif.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library once per process; any thread may call it. NULL when it is there, else what is wrong (a static text).
const char *hs_heif_open(void);

const char *hs_heif_get_version(void);
struct heif_context *hs_heif_context_alloc(void);
void hs_heif_context_free(struct heif_context *context);
struct heif_error hs_heif_context_read_from_memory_without_copy(struct heif_context *context, const void *bytes, size_t count);
struct heif_error hs_heif_context_get_primary_image_handle(struct heif_context *context, struct heif_image_handle **handle);
void hs_heif_image_handle_release(const struct heif_image_handle *handle);
int hs_heif_image_handle_get_width(const struct heif_image_handle *handle);
int hs_heif_image_handle_get_height(const struct heif_image_handle *handle);
struct heif_error hs_heif_decode_luma(const struct heif_image_handle *handle, struct heif_image **image);
/// As interleaved RGB of 8 bits.
struct heif_error hs_heif_decode_rgb(const struct heif_image_handle *handle, struct heif_image **image);
void hs_heif_image_release(const struct heif_image *image);
int hs_heif_image_get_width(const struct heif_image *image, enum heif_channel channel);
int hs_heif_image_get_height(const struct heif_image *image, enum heif_channel channel);
int hs_heif_image_get_bits_per_pixel_range(const struct heif_image *image, enum heif_channel channel);
const uint8_t *hs_heif_image_get_plane_readonly(const struct heif_image *image, enum heif_channel channel, int *stride);

#ifdef __cplusplus
}
#endif
