#include "CGtkShim.h"

#include <glib-unix.h>
#include <unistd.h>

// libdispatch exports these functions for CoreFoundation's run loop. The only other way to drain the main queue is
// `dispatch_main`, which never returns.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *_Nullable message);

static gboolean drain(gint descriptor, GIOCondition condition, gpointer data) {
    (void)condition, (void)data;
    // Without the read the eventfd stays ready and the loop spins.
    uint64_t count;
    ssize_t size = read(descriptor, &count, sizeof count);
    (void)size;
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

bool parlando_attach_main_queue(void) {
    int descriptor = _dispatch_get_main_queue_handle_4CF();
    if (descriptor < 0) {
        return false;
    }
    g_unix_fd_add(descriptor, G_IO_IN, drain, NULL);
    return true;
}
