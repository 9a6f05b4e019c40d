#define _GNU_SOURCE  // fopencookie, memmem

#include "CZBar.h"

#include <CLazy.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define HS_FUNCTIONS(X)              \
  X(zbar_version)                    \
  X(zbar_image_scanner_create)       \
  X(zbar_image_scanner_destroy)      \
  X(zbar_image_scanner_set_config)   \
  X(zbar_image_scanner_enable_cache) \
  X(zbar_scan_image)                 \
  X(zbar_image_create)               \
  X(zbar_image_destroy)              \
  X(zbar_image_set_format)           \
  X(zbar_image_set_size)             \
  X(zbar_image_set_data)             \
  X(zbar_image_first_symbol)         \
  X(zbar_symbol_next)                \
  X(zbar_symbol_get_type)            \
  X(zbar_symbol_get_data)            \
  X(zbar_symbol_get_quality)         \
  X(zbar_symbol_get_data_length)     \
  X(zbar_symbol_get_modifiers)       \
  X(zbar_symbol_get_loc_size)        \
  X(zbar_symbol_get_loc_x)           \
  X(zbar_symbol_get_loc_y)           \
  X(zbar_decoder_create)             \
  X(zbar_decoder_destroy)            \
  X(zbar_decoder_set_config)         \
  X(zbar_decoder_get_data)           \
  X(zbar_scanner_create)             \
  X(zbar_scanner_destroy)            \
  X(zbar_scanner_reset)              \
  X(zbar_scanner_flush)              \
  X(zbar_scanner_get_edge)           \
  X(zbar_scan_y)

HS_LAZY_LIBRARY(hs_zbar_open, "libzbar", "libzbar.so.0", NULL)

int hs_zbar_version(unsigned *major, unsigned *minor, unsigned *patch) { return p_zbar_version(major, minor, patch); }

zbar_image_scanner_t *hs_zbar_image_scanner_create(void) { return p_zbar_image_scanner_create(); }

void hs_zbar_image_scanner_destroy(zbar_image_scanner_t *scanner) { p_zbar_image_scanner_destroy(scanner); }

int hs_zbar_image_scanner_set_config(zbar_image_scanner_t *scanner, zbar_symbol_type_t symbology, zbar_config_t config, int value) {
  return p_zbar_image_scanner_set_config(scanner, symbology, config, value);
}

void hs_zbar_image_scanner_enable_cache(zbar_image_scanner_t *scanner, int enable) { p_zbar_image_scanner_enable_cache(scanner, enable); }

int hs_zbar_scan_image(zbar_image_scanner_t *scanner, zbar_image_t *image) { return p_zbar_scan_image(scanner, image); }

zbar_image_t *hs_zbar_image_create(void) { return p_zbar_image_create(); }

void hs_zbar_image_destroy(zbar_image_t *image) { p_zbar_image_destroy(image); }

void hs_zbar_image_set_format(zbar_image_t *image, unsigned long format) { p_zbar_image_set_format(image, format); }

void hs_zbar_image_set_size(zbar_image_t *image, unsigned width, unsigned height) { p_zbar_image_set_size(image, width, height); }

void hs_zbar_image_set_data(zbar_image_t *image, const void *pixels, unsigned long count) {
  p_zbar_image_set_data(image, pixels, count, 0);
}

const zbar_symbol_t *hs_zbar_image_first_symbol(const zbar_image_t *image) { return p_zbar_image_first_symbol(image); }

const zbar_symbol_t *hs_zbar_symbol_next(const zbar_symbol_t *symbol) { return p_zbar_symbol_next(symbol); }

zbar_symbol_type_t hs_zbar_symbol_get_type(const zbar_symbol_t *symbol) { return p_zbar_symbol_get_type(symbol); }

const char *hs_zbar_symbol_get_data(const zbar_symbol_t *symbol) { return p_zbar_symbol_get_data(symbol); }

int hs_zbar_symbol_get_quality(const zbar_symbol_t *symbol) { return p_zbar_symbol_get_quality(symbol); }

unsigned hs_zbar_symbol_get_data_length(const zbar_symbol_t *symbol) { return p_zbar_symbol_get_data_length(symbol); }

int hs_zbar_symbol_is_gs1(const zbar_symbol_t *symbol) { return p_zbar_symbol_get_modifiers(symbol) >> ZBAR_MOD_GS1 & 1; }

unsigned hs_zbar_symbol_get_loc_size(const zbar_symbol_t *symbol) { return p_zbar_symbol_get_loc_size(symbol); }

int hs_zbar_symbol_get_loc_x(const zbar_symbol_t *symbol, unsigned index) { return p_zbar_symbol_get_loc_x(symbol, index); }

int hs_zbar_symbol_get_loc_y(const zbar_symbol_t *symbol, unsigned index) { return p_zbar_symbol_get_loc_y(symbol, index); }

zbar_decoder_t *hs_zbar_decoder_create(void) { return p_zbar_decoder_create(); }

void hs_zbar_decoder_destroy(zbar_decoder_t *decoder) { p_zbar_decoder_destroy(decoder); }

int hs_zbar_decoder_set_config(zbar_decoder_t *decoder, zbar_symbol_type_t symbology, zbar_config_t config, int value) {
  return p_zbar_decoder_set_config(decoder, symbology, config, value);
}

const char *hs_zbar_decoder_get_data(const zbar_decoder_t *decoder) { return p_zbar_decoder_get_data(decoder); }

zbar_scanner_t *hs_zbar_scanner_create(zbar_decoder_t *decoder) { return p_zbar_scanner_create(decoder); }

void hs_zbar_scanner_destroy(zbar_scanner_t *scanner) { p_zbar_scanner_destroy(scanner); }

void hs_zbar_scanner_reset(zbar_scanner_t *scanner) { p_zbar_scanner_reset(scanner); }

zbar_symbol_type_t hs_zbar_scanner_flush(zbar_scanner_t *scanner) { return p_zbar_scanner_flush(scanner); }

unsigned hs_zbar_scanner_get_edge(const zbar_scanner_t *scanner, int bits) { return p_zbar_scanner_get_edge(scanner, 0, bits); }

zbar_symbol_type_t hs_zbar_scan_y(zbar_scanner_t *scanner, int brightness) { return p_zbar_scan_y(scanner, brightness); }

#ifdef __GLIBC__

/// Hands text on to standard error, but for the two lines of a failed assertion. The stream's lock is held meanwhile.
static ssize_t write_without_assertions(void *cookie, const char *text, size_t size) {
  static int lines_to_drop = 0;
  const char *const end = text + size;
  for (const char *line = text; line < end;) {
    const char *newline = memchr(line, '\n', end - line);
    const char *next = newline ? newline + 1 : end;
    if (!lines_to_drop && next - line > 9 && !memcmp(line, "WARNING: ", 9) && memmem(line, next - line, ": Assertion \"", 13)) {
      lines_to_drop = 2;
    }
    if (lines_to_drop) {
      if (newline) lines_to_drop--;
    } else {
      for (const char *rest = line; rest < next;) {
        ssize_t written = write(STDERR_FILENO, rest, next - rest);
        if (written < 0) return rest - text;
        rest += written;
      }
    }
    line = next;
  }
  return (ssize_t)size;
}

static void replace_standard_error(void) {
  FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_without_assertions});
  if (!stream) return;
  setvbuf(stream, NULL, _IONBF, 0);
  stderr = stream;
}

void hs_zbar_silence_assertions(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, replace_standard_error);
}

#else

void hs_zbar_silence_assertions(void) {}

#endif
