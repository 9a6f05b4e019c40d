#pragma once

// libtiff, opened when the first TIFF picture comes.
//
// The functions may be called only after hs_tiff_open() returned NULL. They read from memory, keep libtiff's words for each file apart (it would print
// them) and read band by band, so that a large picture takes no more memory than its grey values and one band.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library once per process; any thread may call it. NULL when it is there, else what is wrong (a static text).
const char *hs_tiff_open(void);

/// `LIBTIFF, Version 4.5.0` and a copyright.
const char *hs_tiff_version(void);

/// The first picture of a TIFF file in memory.
struct hs_tiff_picture;

/// Reads the header of a file whose bytes outlive the picture. Never NULL but when there is no memory; whether it can be decoded, `hs_tiff_problem` says.
struct hs_tiff_picture *hs_tiff_picture_open(const uint8_t *bytes, size_t count);
/// The first complaint of libtiff about this file so far; an empty text if there is none.
const char *hs_tiff_complaint(const struct hs_tiff_picture *picture);
/// NULL when the picture can be decoded, else why not, in libtiff's words; then `is_damaged` tells a broken file from a kind that isn't supported.
const char *hs_tiff_problem(const struct hs_tiff_picture *picture, int *is_damaged);
/// The stored picture's size in pixels, before its orientation is applied.
uint32_t hs_tiff_width(const struct hs_tiff_picture *picture);
uint32_t hs_tiff_height(const struct hs_tiff_picture *picture);
/// The number of rows that are decoded at a time, at least 1. Known if the picture has no problem.
uint32_t hs_tiff_band_height(const struct hs_tiff_picture *picture);
/// Decodes a band into `width * rows` pixels, each red, green, blue (times alpha) and alpha from its lowest byte on, in the order in which they are
/// stored. `row` is a multiple of the band's height, `rows` at most that. 0 when it
/// can't be decoded; then, and where its data are broken, the complaint says why and pixels may stay as they are.
int hs_tiff_band(struct hs_tiff_picture *picture, uint32_t row, uint32_t rows, uint32_t *pixels);
void hs_tiff_picture_free(struct hs_tiff_picture *picture);

#ifdef __cplusplus
}
#endif
