// Tells ThreadSanitizer of the lock and the unlock that a Mutex leaves to Swift's runtime, which is not built for it, when
// a thread has to wait. Without this, whatever such a lock guards is reported as a data race. Linked by scripts/check.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Synchronization._MutexHandle, Swift 6.3: a method takes the address of the lock in the register of `self`.
#define SLOW_LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define SLOW_UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef SWIFT void Lock(uint32_t state, SELF void *mutex);
typedef SWIFT void Unlock(SELF void *mutex);

SWIFT void lock_slow(uint32_t state, SELF void *mutex) __asm__(SLOW_LOCK);
SWIFT void lock_slow(uint32_t state, SELF void *mutex) {
    ((Lock *)dlsym(RTLD_NEXT, SLOW_LOCK))(state, mutex);
    __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) __asm__(SLOW_UNLOCK);
SWIFT void unlock_slow(SELF void *mutex) {
    __tsan_release(mutex);
    ((Unlock *)dlsym(RTLD_NEXT, SLOW_UNLOCK))(mutex);
}
