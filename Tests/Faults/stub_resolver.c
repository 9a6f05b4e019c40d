// A resolver of the tests' own, put before the system's by LD_PRELOAD: the faults that a name server can have, without being root.
//
//   cc -shared -fPIC -o stub_resolver.so stub_resolver.c -ldl
//
// HSYNC_STUB_HOSTS names a file, read anew at each question, with lines "name answer [answer]". An answer is an address in numbers, or
// "unknown" (NXDOMAIN), "broken" (the name server fails), "silent" (no answer ever comes). A name that isn't in the file is unknown.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef int look_up(const char *, const char *, const struct addrinfo *, struct addrinfo **);

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  look_up *real = (look_up *)dlsym(RTLD_NEXT, "getaddrinfo");
  const char *path = getenv("HSYNC_STUB_HOSTS");
  FILE *file = path ? fopen(path, "r") : NULL;
  if (!real || !file || !node) return EAI_SYSTEM;
  char line[256], name[128], first[64], second[64];
  int count = 0;
  while (fgets(line, sizeof line, file)) {
    count = sscanf(line, "%127s %63s %63s", name, first, second) - 1;
    if (count > 0 && !strcasecmp(name, node)) break;
    count = 0;
  }
  fclose(file);
  if (count < 1 || !strcmp(first, "unknown")) return EAI_NONAME;
  if (!strcmp(first, "broken")) return EAI_AGAIN;
  if (!strcmp(first, "silent"))
    for (;;) pause();
  int status = real(first, service, hints, result);
  if (status == 0 && count > 1) {
    struct addrinfo *last = *result, *more = NULL;
    while (last->ai_next) last = last->ai_next;
    if (real(second, service, hints, &more) == 0) last->ai_next = more;
  }
  return status;
}
