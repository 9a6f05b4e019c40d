#pragma once

// Drawing SVG as PNG by librsvg and the Cairo that comes with it.

#include <stddef.h>
#include <stdint.h>

/// Opens librsvg once per process; any thread may call it. NULL when it is there, else what is wrong (a text that stays).
const char *hs_rsvg_open(void);

/// Receives a part of a PNG file; 0 ends the drawing.
typedef int (*hs_rsvg_write)(void *user, const uint8_t *bytes, size_t count);

/// Draws an SVG document of `count` bytes, `width` by `height` pixels, and writes it as PNG. 0, or what is wrong in `failure`, at most `size` bytes with the
/// final 0. Needs `hs_rsvg_open`.
int hs_rsvg_png(const uint8_t *svg, size_t count, double width, double height, hs_rsvg_write write, void *user, char *failure, size_t size);
