#include "CStart.h"

#include <fcntl.h>
#include <unistd.h>

// Runs before `main` of every program. Whoever started it may have closed these descriptors; the next files that are
// opened, such as the history, would then become standard output and get what is written there.
__attribute__((constructor)) static void open_standard_descriptors(void) {
    int file;
    do {
        file = open("/dev/null", O_RDWR);
    } while (file >= 0 && file <= STDERR_FILENO);
    close(file);
}
