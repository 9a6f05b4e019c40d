#include "CTIFF.h"

#include <CLazy.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#define HS_FUNCTIONS(X)                    \
  X(TIFFGetVersion)                        \
  X(TIFFOpenOptionsAlloc)                  \
  X(TIFFOpenOptionsFree)                   \
  X(TIFFOpenOptionsSetMaxSingleMemAlloc)   \
  X(TIFFOpenOptionsSetErrorHandlerExtR)    \
  X(TIFFOpenOptionsSetWarningHandlerExtR)  \
  X(TIFFClientOpenExt)                     \
  X(TIFFClose)                             \
  X(TIFFGetField)                          \
  X(TIFFGetFieldDefaulted)                 \
  X(TIFFIsTiled)                           \
  X(TIFFIsCODECConfigured)                 \
  X(TIFFRGBAImageOK)                       \
  X(TIFFRGBAImageBegin)                    \
  X(TIFFRGBAImageGet)                      \
  X(TIFFRGBAImageEnd)

// TIFFOpenOptions came with libtiff 4.5 (2022). Before it error handlers were the whole process's.
HS_LAZY_LIBRARY(hs_tiff_open, "libtiff 4.5", "libtiff.so.6", NULL)

const char *hs_tiff_version(void) { return p_TIFFGetVersion(); }

struct hs_tiff_picture {
  const uint8_t *bytes;
  size_t count, at;
  TIFF *file;
  TIFFRGBAImage image;
  int has_image, is_damaged;
  uint32_t width, height, band_height;
  char complaint[200];
  char problem[1024];
};

// No block of memory that libtiff asks for may be larger: a header can claim anything. 200 million pixels of four bytes need less.
static const tmsize_t largest_block = (tmsize_t)1 << 30;

static int keep_first_error(TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module;
  struct hs_tiff_picture *picture = user;
  if (!*picture->complaint) vsnprintf(picture->complaint, sizeof picture->complaint, format, arguments);
  return 1;  // it is dealt with: the process's handler, which prints, isn't called
}

static int drop_warning(TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)user, (void)module, (void)format, (void)arguments;
  return 1;
}

static tmsize_t read_bytes(thandle_t handle, void *to, tmsize_t wanted) {
  struct hs_tiff_picture *picture = handle;
  size_t left = picture->at < picture->count ? picture->count - picture->at : 0;
  size_t count = wanted < 0 ? 0 : (size_t)wanted < left ? (size_t)wanted : left;
  memcpy(to, picture->bytes + picture->at, count);
  picture->at += count;
  return (tmsize_t)count;
}

static tmsize_t write_nothing(thandle_t handle, void *from, tmsize_t count) {
  (void)handle, (void)from, (void)count;
  return -1;
}

static toff_t seek_to(thandle_t handle, toff_t offset, int whence) {
  struct hs_tiff_picture *picture = handle;
  toff_t base = whence == SEEK_CUR ? picture->at : whence == SEEK_END ? picture->count : 0;
  toff_t place = base + offset;
  picture->at = place > picture->count ? picture->count : (size_t)place;
  return place;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return ((struct hs_tiff_picture *)handle)->count; }

static int lend_memory(thandle_t handle, void **base, toff_t *size) {
  struct hs_tiff_picture *picture = handle;
  *base = (void *)picture->bytes;
  *size = picture->count;
  return 1;
}

static void take_memory_back(thandle_t handle, void *base, toff_t size) { (void)handle, (void)base, (void)size; }

/// Fills in what the header says, or the problem with it.
static void read_header(struct hs_tiff_picture *picture) {
  TIFFOpenOptions *options = p_TIFFOpenOptionsAlloc();
  if (options) {
    p_TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest_block);
    p_TIFFOpenOptionsSetErrorHandlerExtR(options, keep_first_error, picture);
    p_TIFFOpenOptionsSetWarningHandlerExtR(options, drop_warning, picture);
    picture->file = p_TIFFClientOpenExt("photo", "r", picture, read_bytes, write_nothing, seek_to, close_nothing, size_of, lend_memory,
                                        take_memory_back, options);
    p_TIFFOpenOptionsFree(options);
  }
  if (!picture->file || !p_TIFFGetField(picture->file, TIFFTAG_IMAGEWIDTH, &picture->width) ||
      !p_TIFFGetField(picture->file, TIFFTAG_IMAGELENGTH, &picture->height)) {
    picture->is_damaged = 1;
    snprintf(picture->problem, sizeof picture->problem, "%s", *picture->complaint ? picture->complaint : "it has no picture in it");
    return;
  }
  uint16_t compression = 1;
  p_TIFFGetFieldDefaulted(picture->file, TIFFTAG_COMPRESSION, &compression);
  if (!p_TIFFIsCODECConfigured(compression)) {
    snprintf(picture->problem, sizeof picture->problem, "compression %u", compression);
    return;
  }
  if (!p_TIFFRGBAImageOK(picture->file, picture->problem)) {
    if (!*picture->problem) snprintf(picture->problem, sizeof picture->problem, "of an unknown kind");
    return;
  }
  *picture->problem = 0;
  uint32_t rows = 0;
  p_TIFFGetFieldDefaulted(picture->file, p_TIFFIsTiled(picture->file) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
  if (rows == 0 || rows > picture->height) rows = picture->height;
  // Strips of a row or two are put together, or each would be a call with a buffer of its own.
  picture->band_height = rows == 0 ? 1 : rows < 64 ? 64 / rows * rows : rows;
}

struct hs_tiff_picture *hs_tiff_picture_open(const uint8_t *bytes, size_t count) {
  struct hs_tiff_picture *picture = calloc(1, sizeof *picture);
  if (!picture) return NULL;
  picture->bytes = bytes;
  picture->count = count;
  read_header(picture);
  return picture;
}

const char *hs_tiff_complaint(const struct hs_tiff_picture *picture) { return picture->complaint; }

const char *hs_tiff_problem(const struct hs_tiff_picture *picture, int *is_damaged) {
  *is_damaged = picture->is_damaged;
  return *picture->problem ? picture->problem : NULL;
}

uint32_t hs_tiff_width(const struct hs_tiff_picture *picture) { return picture->width; }

uint32_t hs_tiff_height(const struct hs_tiff_picture *picture) { return picture->height; }

uint32_t hs_tiff_band_height(const struct hs_tiff_picture *picture) { return picture->band_height; }

int hs_tiff_band(struct hs_tiff_picture *picture, uint32_t row, uint32_t rows, uint32_t *pixels) {
  if (!picture->has_image) {
    char failure[1024] = "";
    if (!p_TIFFRGBAImageBegin(&picture->image, picture->file, 0, failure)) {
      if (!*picture->complaint) snprintf(picture->complaint, sizeof picture->complaint, "%.199s", failure);
      return 0;
    }
    picture->has_image = 1;
    // Asked for as they are stored, pixels aren't turned: the orientation is applied where somebody looks at them.
    picture->image.req_orientation = picture->image.orientation;
  }
  picture->image.row_offset = (int)row;
  picture->image.col_offset = 0;
  return p_TIFFRGBAImageGet(&picture->image, pixels, picture->width, rows);
}

void hs_tiff_picture_free(struct hs_tiff_picture *picture) {
  if (!picture) return;
  if (picture->has_image) p_TIFFRGBAImageEnd(&picture->image);
  if (picture->file) p_TIFFClose(picture->file);
  free(picture);
}
