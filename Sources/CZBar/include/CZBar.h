#pragma once

// libzbar, opened when the first picture is scanned: it brings sixteen other libraries along (X11, Video4Linux, D-Bus, …), for cameras and windows that
// we never open, and linking it would cost each start of the program several milliseconds.
//
// The functions have the names and signatures of zbar.h with the prefix hs_, and may be called only after hs_zbar_open() returned NULL.

#include <zbar.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library once per process; any thread may call it. NULL when it is there, else what is wrong (a static text).
const char *hs_zbar_open(void);

int hs_zbar_version(unsigned *major, unsigned *minor, unsigned *patch);

zbar_image_scanner_t *hs_zbar_image_scanner_create(void);
void hs_zbar_image_scanner_destroy(zbar_image_scanner_t *scanner);
int hs_zbar_image_scanner_set_config(zbar_image_scanner_t *scanner, zbar_symbol_type_t symbology, zbar_config_t config, int value);
void hs_zbar_image_scanner_enable_cache(zbar_image_scanner_t *scanner, int enable);
int hs_zbar_scan_image(zbar_image_scanner_t *scanner, zbar_image_t *image);

zbar_image_t *hs_zbar_image_create(void);
void hs_zbar_image_destroy(zbar_image_t *image);
void hs_zbar_image_set_format(zbar_image_t *image, unsigned long format);
void hs_zbar_image_set_size(zbar_image_t *image, unsigned width, unsigned height);
/// The pixels are only lent: nothing frees them.
void hs_zbar_image_set_data(zbar_image_t *image, const void *pixels, unsigned long count);
const zbar_symbol_t *hs_zbar_image_first_symbol(const zbar_image_t *image);

const zbar_symbol_t *hs_zbar_symbol_next(const zbar_symbol_t *symbol);
zbar_symbol_type_t hs_zbar_symbol_get_type(const zbar_symbol_t *symbol);
const char *hs_zbar_symbol_get_data(const zbar_symbol_t *symbol);
int hs_zbar_symbol_get_quality(const zbar_symbol_t *symbol);
unsigned hs_zbar_symbol_get_data_length(const zbar_symbol_t *symbol);
/// Whether the symbol says of itself that it holds GS1 elements (it begins with FNC1).
int hs_zbar_symbol_is_gs1(const zbar_symbol_t *symbol);
unsigned hs_zbar_symbol_get_loc_size(const zbar_symbol_t *symbol);
int hs_zbar_symbol_get_loc_x(const zbar_symbol_t *symbol, unsigned index);
int hs_zbar_symbol_get_loc_y(const zbar_symbol_t *symbol, unsigned index);

zbar_decoder_t *hs_zbar_decoder_create(void);
void hs_zbar_decoder_destroy(zbar_decoder_t *decoder);
int hs_zbar_decoder_set_config(zbar_decoder_t *decoder, zbar_symbol_type_t symbology, zbar_config_t config, int value);
const char *hs_zbar_decoder_get_data(const zbar_decoder_t *decoder);

/// The decoder is only lent: destroy it after the scanner.
zbar_scanner_t *hs_zbar_scanner_create(zbar_decoder_t *decoder);
void hs_zbar_scanner_destroy(zbar_scanner_t *scanner);
/// Forgets everything, halves of codes in the decoder, too.
void hs_zbar_scanner_reset(zbar_scanner_t *scanner);
zbar_symbol_type_t hs_zbar_scanner_flush(zbar_scanner_t *scanner);
/// The position of the last edge, in samples, as a fixed-point number with `bits` fractional bits.
unsigned hs_zbar_scanner_get_edge(const zbar_scanner_t *scanner, int bits);
zbar_symbol_type_t hs_zbar_scan_y(zbar_scanner_t *scanner, int brightness);

/// From now on, what zbar's decoders print of failed assertions (DataBar's does so on ordinary photos, whatever the verbosity) doesn't reach standard
/// error; what else is printed through C's `stderr` still does. Once per process, any thread may call it; glibc only, elsewhere it does nothing.
void hs_zbar_silence_assertions(void);

#ifdef __cplusplus
}
#endif
