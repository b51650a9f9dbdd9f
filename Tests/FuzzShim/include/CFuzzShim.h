#pragma once
#include <stdint.h>

/// Starts counting allocated memory. Counts nothing in a program built without AddressSanitizer.
void parlando_fuzz_count_memory(void);

/// Returns the number of bytes that are allocated now.
int64_t parlando_fuzz_memory(void);

/// Returns the maximum number of bytes that were allocated at the same time since the last call to
/// `parlando_fuzz_forget_most_memory`.
int64_t parlando_fuzz_most_memory(void);

void parlando_fuzz_forget_most_memory(void);
