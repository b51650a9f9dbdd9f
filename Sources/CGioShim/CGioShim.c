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
