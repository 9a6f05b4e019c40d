#pragma once

// Libraries that are opened when they are first needed rather than at each start of the program.

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A library, and what is called of it.
struct hs_lazy_library {
  /// As people know it: "libzbar".
  const char *title;
  /// Its file, and another one that serves as well or NULL.
  const char *file, *other_file;
  /// The functions' names, and the addresses of the pointers to them, in the same order.
  const char *const *names;
  void *const *pointers;
  size_t count;
};

/// Opens the library and fills all its pointers. What is wrong is written into `failure`, at most `size` bytes with the final 0: "libzbar is not
/// installed"; an empty text when nothing is. Not to be called by two threads at once.
void hs_lazy_open(const struct hs_lazy_library *library, char *failure, size_t size);

/// Ends the process with exit code 69 where a library isn't there: for those that a program can't do without, as the loader does for linked ones.
/// `failure` is what opening it said, NULL for nothing; `package` is Debian's package that has it.
void hs_lazy_require(const char *failure, const char *package);

/// A library that is ready when it is open.
static inline const char *hs_lazy_ready(void) { return NULL; }

// The contents of each such library's own file: HS_FUNCTIONS(X) lists the functions once, for declaring and for loading. __typeof__ of the header's own
// declarations: a changed signature fails to compile.
#define HS_LAZY_POINTER(name) static __typeof__(&name) p_##name;
#define HS_LAZY_NAME(name) #name,
#define HS_LAZY_PLACE(name) &p_##name,

/// Defines `const char *open(void)`: opens the library once per process, any thread may call it; NULL when it is there, else what is wrong (a text that
/// stays).
#define HS_LAZY_LIBRARY(open, title, file, other_file) HS_LAZY_LIBRARY_THEN(open, title, file, other_file, hs_lazy_ready)

/// The same of a library that has to be set up: `const char *then(void)` is called once it is open, and returns what is wrong, NULL for nothing.
#define HS_LAZY_LIBRARY_THEN(open, title, file, other_file, then)                                       \
  HS_FUNCTIONS(HS_LAZY_POINTER)                                                                         \
  static char open##_failure[120];                                                                      \
  static void open##_load(void) {                                                                       \
    static const char *const names[] = {HS_FUNCTIONS(HS_LAZY_NAME)};                                    \
    static void *const pointers[] = {HS_FUNCTIONS(HS_LAZY_PLACE)};                                      \
    const struct hs_lazy_library library = {                                                            \
        title, file, other_file, names, pointers, sizeof names / sizeof *names};                        \
    hs_lazy_open(&library, open##_failure, sizeof open##_failure);                                      \
    const char *problem = *open##_failure ? NULL : then();                                              \
    if (problem) snprintf(open##_failure, sizeof open##_failure, "%s", problem);                        \
  }                                                                                                     \
  const char *open(void) {                                                                              \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                                     \
    pthread_once(&once, open##_load);                                                                   \
    return *open##_failure ? open##_failure : NULL;                                                     \
  }

#ifdef __cplusplus
}
#endif
