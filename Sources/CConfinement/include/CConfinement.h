#pragma once
#include <stdbool.h>

/// Confines this process for good: it can compute, read and write descriptors 0 to 2, and end itself. The kernel
/// refuses everything else, and all other descriptors are closed. Returns false if the kernel does not support it.
bool parlando_confine(void);
