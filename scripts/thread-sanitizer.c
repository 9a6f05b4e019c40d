// Tells the thread sanitizer of Swift's Mutex on Linux; `scripts/sanitize thread` links it into the tests.
//
// Where two threads want a Mutex, one of them waits in the Swift library, which isn't built for the sanitizer, or in the kernel (FUTEX_LOCK_PI).
// The sanitizer doesn't see that it then has the lock, takes what the lock protects for unprotected, and reports a "Swift access race" in whatever
// withLock runs: also in a program of nothing but a Mutex and two threads that each hold it for a millisecond. These take the place of the library's
// three functions for that, say what happens, and call them. So nothing has to be suppressed.

#define _GNU_SOURCE  // RTLD_NEXT

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// From sanitizer/tsan_interface.h, which not every toolchain brings along.
void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define MUTEX(name) "$s15Synchronization12_MutexHandleV" name
#define LOCK MUTEX("9_lockSlowyys6UInt32VF")
#define TRY_LOCK MUTEX("12_tryLockSlowSbyF")
#define UNLOCK MUTEX("11_unlockSlowyyF")
// Swift's calling convention: the Mutex in the register for `self`.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

/// The library's function of that name.
#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

SWIFT void lock(uint32_t thread, SELF) {
  typedef SWIFT void (*function)(uint32_t, SELF);
  NEXT(function, LOCK)(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT bool try_lock(SELF) {
  typedef SWIFT bool (*function)(SELF);
  const bool has_lock = NEXT(function, TRY_LOCK)(mutex);
  if (has_lock) __tsan_acquire(mutex);
  return has_lock;
}

SWIFT void unlock(SELF) {
  typedef SWIFT void (*function)(SELF);
  __tsan_release(mutex);
  NEXT(function, UNLOCK)(mutex);
}
