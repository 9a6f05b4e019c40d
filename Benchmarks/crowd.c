/* Many connections that do nothing: crowd PORT COUNT
 *
 * Opens COUNT connections to a server on this machine, each of which has asked for /healthz once and keeps its connection, and prints "ready". Then it
 * waits until its standard input ends, and prints how many of the connections the server has left open. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Connections whose answers are waited for at once. */
enum { BATCH = 100 };

static void fail(const char *what, const char *why) {
  fprintf(stderr, "crowd: %s: %s\n", what, why);
  exit(70);
}

static int connected(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int on = 1, made = socket(AF_INET, SOCK_STREAM, 0);
  if (made < 0 || connect(made, (struct sockaddr *)&address, sizeof address)) fail("connect", strerror(errno));
  setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  static const char request[] = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  if (send(made, request, sizeof request - 1, MSG_NOSIGNAL) != sizeof request - 1) fail("send", strerror(errno));
  return made;
}

/* Reads the answer, which has a length. */
static void answered(int made) {
  char text[4096];
  size_t count = 0, wanted = 0;
  while (!wanted || count < wanted) {
    ssize_t read = recv(made, text + count, sizeof text - 1 - count, 0);
    if (read <= 0) fail("answer", read ? strerror(errno) : "the connection was closed");
    text[count += read] = 0;
    char *end = strstr(text, "\r\n\r\n"), *length = strcasestr(text, "\r\ncontent-length:");
    if (end && !length) fail("answer without a length", text);
    if (end) wanted = end + 4 - text + strtoul(length + 17, NULL, 10);
  }
  if (strncmp(text, "HTTP/1.1 200", 12)) fail("refused", text);
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: crowd PORT COUNT\n");
    return 64;
  }
  int port = atoi(words[1]), all = atoi(words[2]), open = 0;
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  int *sockets = calloc(all, sizeof *sockets);
  for (int k = 0; k < all; k += BATCH) {
    for (int n = k; n < all && n < k + BATCH; n++) sockets[n] = connected(port);
    for (int n = k; n < all && n < k + BATCH; n++) answered(sockets[n]);
  }
  printf("ready\n");
  fflush(stdout);
  while (getchar() != EOF) {}
  for (int k = 0; k < all; k++) {
    char byte;
    open += recv(sockets[k], &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
  }
  printf("%d\n", open);
  return 0;
}
