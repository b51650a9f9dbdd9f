#include "CGtkShim.h"

#include <errno.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <time.h>

void parlando_leave_packet_mode(int terminal) {
    int off = 0;
    ioctl(terminal, TIOCPKT, &off);
}

bool parlando_group_exists(int group) {
    // EPERM: the group exists but belongs to another user, as with sudo.
    return group > 1 && (kill(-group, 0) == 0 || errno == EPERM);
}

bool parlando_hasten_terminals(void) {
    // VTE has one timer for all terminals: a GLib timeout in the default context without user data, due in 30 ms at
    // most.
    const gint64 longest_wait = 31 * G_TIME_SPAN_MILLISECOND;
    GSource *timer = g_main_context_find_source_by_funcs_user_data(NULL, &g_timeout_funcs, NULL);
    if (timer == NULL || g_source_get_ready_time(timer) - g_get_monotonic_time() > longest_wait) {
        return false;
    }
    g_source_set_ready_time(timer, 0);
    return true;
}

double parlando_thread_seconds(void) {
    struct timespec used = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}
