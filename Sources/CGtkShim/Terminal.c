#include "CGtkShim.h"

#include <sys/ioctl.h>
#include <time.h>

void parlando_leave_packet_mode(int terminal) {
    int off = 0;
    ioctl(terminal, TIOCPKT, &off);
}

double parlando_thread_seconds(void) {
    struct timespec used = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}
