#include "CZBar.h"

#include <CLazy.h>
#include <pthread.h>

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
  X(zbar_symbol_get_quality)

HS_LAZY_LIBRARY(hs_zbar_open, "libzbar", "libzbar.so.0", "libzbar.0.dylib")

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
