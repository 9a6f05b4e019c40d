/* Runs a command once and says what it cost: once DESCRIPTOR COMMAND ARGUMENT...
 *
 * On that descriptor: "<wall microseconds> <peak resident kilobytes> <exit code> <CPU microseconds, user and system>". The
 * command's own output goes where this program's does. Being tiny, it adds nothing to the child's peak (which starts at its parent's) and little to its time. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: once DESCRIPTOR COMMAND ARGUMENT...\n");
    return 64;
  }
  int report = atoi(words[1]);
  double start = microseconds();
  pid_t child = vfork();
  if (child == 0) {
    execvp(words[2], words + 2);
    _exit(127);
  }
  struct rusage usage;
  int status;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) return 70;
  double wall = microseconds() - start;
  double cpu = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  dprintf(report, "%.0f %ld %d %.0f\n", wall, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), cpu);
  return 0;
}
