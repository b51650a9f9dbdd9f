#pragma once
#include <stdbool.h>

/// Confines this process for good: it can compute, read and write what is open as descriptors 0 to 2, and end itself.
/// It can no longer open or run anything, connect to anything, or look at other processes; the kernel refuses that.
/// All other descriptors are closed. Returns false if the kernel does not support it.
bool parlando_confine(void);
