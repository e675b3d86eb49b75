/* Preloaded into daybook by e2e/test_interrupted.py: stops it, or fills its disk, at the nth call by
 * which it changes files. Of a write to be stopped at, half is done.
 *
 * INTERRUPT_AT    n, from 1; 0 interrupts nothing
 * INTERRUPT_HOW   "kill": the process ends there; "full": this call and all later ones that need
 *                 room fail with ENOSPC
 * INTERRUPT_LOG   a line is added to this file for each call, its name
 *
 * Only daybook itself is interrupted: what it starts (compilers, shells) goes on as usual. Writes to
 * pipes and terminals do not count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int active;
static int full;
static long interrupt_at;
static long count;
static int log_file = -1;

static ssize_t (*real_write)(int, const void *, size_t);

/* The C library's own function of this name. */
static void find(void **function, const char *name) {
  if (*function == NULL) *function = dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("INTERRUPT_AT");
  const char *how = getenv("INTERRUPT_HOW");
  const char *log = getenv("INTERRUPT_LOG");
  find((void **)&real_write, "write");
  active = at != NULL && strcmp(program_invocation_short_name, "daybook") == 0;
  if (!active) return;
  interrupt_at = atol(at);
  full = how != NULL && strcmp(how, "full") == 0;
  if (log != NULL) log_file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

static void stop(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Whether this call is to be interrupted; counts it. */
static int is_due(const char *name) {
  if (!active) return 0;
  const long number = __sync_add_and_fetch(&count, 1);
  if (log_file >= 0) {
    real_write(log_file, name, strlen(name));
    real_write(log_file, "\n", 1);
  }
  return interrupt_at > 0 && (full ? number >= interrupt_at : number == interrupt_at);
}

/* For calls that are done whole or not at all. 1: fail with ENOSPC. */
static int refused(const char *name) {
  if (!is_due(name)) return 0;
  if (!full) stop();
  errno = ENOSPC;
  return 1;
}

static int is_file(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  if (!active || !is_file(descriptor) || !is_due("write")) {
    return real_write(descriptor, bytes, size);
  }
  const ssize_t half = size < 2 ? 0 : real_write(descriptor, bytes, size / 2);
  if (!full) stop();
  if (half > 0) return half; /* a short write, as a filling disk gives; the next one fails */
  errno = ENOSPC;
  return -1;
}

ssize_t writev(int descriptor, const struct iovec *parts, int number) {
  static ssize_t (*real)(int, const struct iovec *, int);
  find((void **)&real, "writev");
  if (active && is_file(descriptor) && refused("writev")) return -1;
  return real(descriptor, parts, number);
}

int fsync(int descriptor) {
  static int (*real)(int);
  find((void **)&real, "fsync");
  return refused("fsync") ? -1 : real(descriptor);
}

int rename(const char *from, const char *to) {
  static int (*real)(const char *, const char *);
  find((void **)&real, "rename");
  return refused("rename") ? -1 : real(from, to);
}

int mkdir(const char *path, mode_t mode) {
  static int (*real)(const char *, mode_t);
  find((void **)&real, "mkdir");
  return refused("mkdir") ? -1 : real(path, mode);
}

int mkostemp64(char *pattern, int flags) {
  static int (*real)(char *, int);
  find((void **)&real, "mkostemp64");
  return refused("mkostemp") ? -1 : real(pattern, flags);
}

int mkostemp(char *pattern, int flags) { return mkostemp64(pattern, flags); }

/* These two need no room, so a full disk lets them pass; a kill may fall here too. */
int unlink(const char *path) {
  static int (*real)(const char *);
  find((void **)&real, "unlink");
  if (is_due("unlink") && !full) stop();
  return real(path);
}

int unlinkat(int folder, const char *path, int flags) {
  static int (*real)(int, const char *, int);
  find((void **)&real, "unlinkat");
  if (is_due("unlinkat") && !full) stop();
  return real(folder, path, flags);
}
