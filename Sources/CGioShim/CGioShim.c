#include "CGioShim.h"

typedef struct {
    void *context;
    parlando_settings_action action;
    parlando_settings_action release;
} Listener;

static void changed(GSettings *settings, const char *key, gpointer data) {
    (void)settings;
    (void)key;
    Listener *listener = data;
    listener->action(listener->context);
}

static void destroy(gpointer data, GClosure *closure) {
    (void)closure;
    Listener *listener = data;
    listener->release(listener->context);
    g_free(listener);
}

gulong parlando_settings_connect_changed(GSettings *settings, void *context, parlando_settings_action action,
                                         parlando_settings_action release) {
    Listener *listener = g_new(Listener, 1);
    *listener = (Listener){context, action, release};
    return g_signal_connect_data(settings, "changed", G_CALLBACK(changed), listener, destroy, 0);
}

static void network_changed(GNetworkMonitor *monitor, gboolean is_available, gpointer data) {
    (void)monitor;
    (void)is_available;
    Listener *listener = data;
    listener->action(listener->context);
}

gulong parlando_network_connect_changed(GNetworkMonitor *monitor, void *context, parlando_settings_action action,
                                        parlando_settings_action release) {
    Listener *listener = g_new(Listener, 1);
    *listener = (Listener){context, action, release};
    return g_signal_connect_data(monitor, "network-changed", G_CALLBACK(network_changed), listener, destroy, 0);
}
