#pragma once
#include <stdint.h>

/// Begins to count what is allocated. Counts nothing in a program that was built without AddressSanitizer.
void parlando_fuzz_count_memory(void);

/// Bytes that are allocated now.
int64_t parlando_fuzz_memory(void);

/// The most bytes that were allocated at a time since the last call to `parlando_fuzz_forget_most_memory`.
int64_t parlando_fuzz_most_memory(void);

void parlando_fuzz_forget_most_memory(void);
