#include "CFuzzShim.h"

#include <stdatomic.h>
#include <stddef.h>

// AddressSanitizer's functions (sanitizer/allocator_interface.h). NULL if AddressSanitizer is not linked in.
__attribute__((weak)) int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                                                    void (*on_free)(const volatile void *));
__attribute__((weak)) size_t __sanitizer_get_allocated_size(const volatile void *start);

static _Atomic int64_t now, most;

static void count_malloc(const volatile void *start, size_t size) {
    if (start == NULL) {
        return;
    }
    int64_t sum = atomic_fetch_add(&now, (int64_t)size) + (int64_t)size;
    int64_t before = atomic_load(&most);
    while (sum > before && !atomic_compare_exchange_weak(&most, &before, sum)) {
    }
}

static void count_free(const volatile void *start) {
    if (start != NULL) {
        atomic_fetch_sub(&now, (int64_t)__sanitizer_get_allocated_size(start));
    }
}

void parlando_fuzz_count_memory(void) {
    if (__sanitizer_install_malloc_and_free_hooks != NULL && __sanitizer_get_allocated_size != NULL) {
        __sanitizer_install_malloc_and_free_hooks(count_malloc, count_free);
    }
}

int64_t parlando_fuzz_memory(void) { return atomic_load(&now); }

int64_t parlando_fuzz_most_memory(void) { return atomic_load(&most); }

void parlando_fuzz_forget_most_memory(void) { atomic_store(&most, atomic_load(&now)); }
