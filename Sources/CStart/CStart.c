#include "CStart.h"

#include <fcntl.h>
#include <unistd.h>

// Runs before `main` of every program. Whoever started it may have closed these descriptors; the next files that are
// opened, such as the history, would then become standard output and get what is written there. They are opened the
// other way round, so that reading and writing fail as with a closed descriptor, and nothing is lost in silence.
__attribute__((constructor)) static void open_standard_descriptors(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) < 0) {
            open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}
