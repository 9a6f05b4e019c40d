#include "CRSVG.h"

#include <CLazy.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// What is called of librsvg 2.52 and later, Cairo and GLib, as their manuals declare it. Their headers come with the development packages of a whole
// desktop's libraries, for ten functions whose signatures are frozen.
typedef struct RsvgHandle RsvgHandle;
typedef struct cairo_surface cairo_surface_t;
typedef struct cairo cairo_t;
typedef struct {
  double x, y, width, height;
} RsvgRectangle;
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} GError;
typedef int (*cairo_write_func_t)(void *closure, const unsigned char *data, unsigned int length);
enum { CAIRO_FORMAT_ARGB32 = 0, CAIRO_STATUS_SUCCESS = 0, CAIRO_STATUS_WRITE_ERROR = 11 };

RsvgHandle *rsvg_handle_new_from_data(const uint8_t *data, size_t data_len, GError **error);
int rsvg_handle_render_document(RsvgHandle *handle, cairo_t *cr, const RsvgRectangle *viewport, GError **error);
cairo_surface_t *cairo_image_surface_create(int format, int width, int height);
int cairo_surface_status(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);
int cairo_surface_write_to_png_stream(cairo_surface_t *surface, cairo_write_func_t write_func, void *closure);
cairo_t *cairo_create(cairo_surface_t *target);
void cairo_destroy(cairo_t *cr);
void g_object_unref(void *object);
void g_error_free(GError *error);

#define HS_FUNCTIONS(X)                         \
  X(rsvg_handle_new_from_data)                  \
  X(rsvg_handle_render_document)                \
  X(cairo_image_surface_create)                 \
  X(cairo_surface_status)                       \
  X(cairo_surface_destroy)                      \
  X(cairo_surface_write_to_png_stream)          \
  X(cairo_create)                               \
  X(cairo_destroy)                              \
  X(g_object_unref)                             \
  X(g_error_free)

// Cairo's and GLib's functions are found through librsvg, which is linked to both.
HS_LAZY_LIBRARY(hs_rsvg_open, "librsvg 2.52", "librsvg-2.so.2", NULL)

// The largest picture, pixels a side: beyond it Cairo refuses.
static const double most_pixels = 32767;

struct writer {
  hs_rsvg_write write;
  void *user;
};

static int write_part(void *closure, const unsigned char *data, unsigned int length) {
  const struct writer *writer = closure;
  return writer->write(writer->user, data, length) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static int failed(char *failure, size_t size, const char *what, GError *error) {
  snprintf(failure, size, "%s%s%s", what, error ? ": " : "", error ? error->message : "");
  if (error) p_g_error_free(error);
  return 1;
}

static int draw(RsvgHandle *handle, double width, double height, struct writer *writer, char *failure, size_t size) {
  width = ceil(width), height = ceil(height);
  if (!(width >= 1 && height >= 1 && width <= most_pixels && height <= most_pixels))
    return failed(failure, size, "the picture is too large", NULL);
  cairo_surface_t *surface = p_cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  int status = p_cairo_surface_status(surface);
  if (status == CAIRO_STATUS_SUCCESS) {
    cairo_t *context = p_cairo_create(surface);
    const RsvgRectangle whole = {0, 0, width, height};
    GError *error = NULL;
    int is_drawn = p_rsvg_handle_render_document(handle, context, &whole, &error);
    p_cairo_destroy(context);
    if (!is_drawn) {
      p_cairo_surface_destroy(surface);
      return failed(failure, size, "librsvg can't draw the picture", error);
    }
    status = p_cairo_surface_write_to_png_stream(surface, write_part, writer);
  }
  p_cairo_surface_destroy(surface);
  return status == CAIRO_STATUS_SUCCESS ? 0 : failed(failure, size, "there is no room for the picture", NULL);
}

int hs_rsvg_png(const uint8_t *svg, size_t count, double width, double height, hs_rsvg_write write, void *user, char *failure, size_t size) {
  *failure = 0;
  GError *error = NULL;
  RsvgHandle *handle = p_rsvg_handle_new_from_data(svg, count, &error);
  if (!handle) return failed(failure, size, "librsvg can't read the picture", error);
  struct writer writer = {write, user};
  int status = draw(handle, width, height, &writer, failure, size);
  p_g_object_unref(handle);
  return status;
}
