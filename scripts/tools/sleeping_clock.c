// For the tests of what happens after the computer slept, or when its date was changed: a clock that is ahead by as many
// seconds as a file says.
//
// Loaded with LD_PRELOAD. CLOCK_BOOTTIME, which counts the time asleep too, is ahead by the seconds in the file that
// PARLANDO_SLEPT names, the date by those in the file that PARLANDO_AHEAD names; while there is no such file everything
// is as it was.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    const char *path = clock == CLOCK_BOOTTIME ? getenv("PARLANDO_SLEPT")
                     : clock == CLOCK_REALTIME ? getenv("PARLANDO_AHEAD") : NULL;
    FILE *file = path ? fopen(path, "r") : NULL;
    if (file) {
        long seconds = 0;
        if (fscanf(file, "%ld", &seconds) == 1)
            time->tv_sec += seconds;
        fclose(file);
    }
    return result;
}
