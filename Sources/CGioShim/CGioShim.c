#include "CGioShim.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

void parlando_settings_reset_all(GSettings *settings) {
    GSettingsSchema *schema = NULL;
    g_object_get(settings, "settings-schema", &schema, NULL);
    char **keys = g_settings_schema_list_keys(schema);
    g_settings_delay(settings);
    for (char **key = keys; *key; key++) {
        g_settings_reset(settings, *key);
    }
    g_settings_apply(settings);
    g_strfreev(keys);
    g_settings_schema_unref(schema);
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

void parlando_feedback_trigger(const char *application, const char *event) {
    GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    if (bus == NULL) {
        return;
    }
    GVariantBuilder hints;
    g_variant_builder_init(&hints, G_VARIANT_TYPE_VARDICT);
    // The profile "quiet" has no sound, which would disturb the player.
    g_variant_builder_add(&hints, "{sv}", "profile", g_variant_new_string("quiet"));
    GDBusMessage *message = g_dbus_message_new_method_call(
        "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback", "TriggerFeedback");
    // -1 leaves the duration to the theme.
    g_dbus_message_set_body(message, g_variant_new("(ssa{sv}i)", application, event, &hints, -1));
    g_dbus_message_set_flags(message, G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED);
    if (g_dbus_connection_send_message(bus, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, NULL, NULL)) {
        g_dbus_connection_flush_sync(bus, NULL, NULL);
    }
    g_object_unref(message);
    g_object_unref(bus);
}

// Set before other threads use GLib, so no lock is needed.
static char shortage[512];
static int shortage_code;

static void end(void) {
    ssize_t written = write(STDERR_FILENO, shortage, strlen(shortage));
    (void)written;
    _exit(shortage_code);
}

static const int fatal[] = {SIGABRT, SIGILL, SIGSEGV, SIGBUS};
static struct sigaction former[G_N_ELEMENTS(fatal)];

// Swift's runtime and C libraries crash where they get no memory. Only what is safe in a signal handler is called.
static void crashed(int number) {
    // As much as two stacks of threads.
    const size_t least = 16 << 20;
    void *room = mmap(NULL, least, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) {
        end();
    }
    munmap(room, least);
    for (size_t i = 0; i < G_N_ELEMENTS(fatal); i++) {
        if (fatal[i] == number) {
            sigaction(number, &former[i], NULL);
        }
    }
    raise(number);
}

static GLogWriterOutput write_log(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    if (level & G_LOG_LEVEL_ERROR) {
        for (gsize i = 0; i < count; i++) {
            const char *text = fields[i].value;
            // g_malloc and g_thread_new log these messages and then abort the program with a signal.
            if (g_strcmp0(fields[i].key, "MESSAGE") == 0 &&
                (strstr(text, "failed to allocate") || strstr(text, "creating thread"))) {
                end();
            }
        }
    }
    return g_log_writer_default(level, fields, count, data);
}

void parlando_end_when_memory_is_short(const char *sentence, int code) {
    static gboolean is_set;
    g_strlcpy(shortage, sentence, sizeof shortage);
    shortage_code = code;
    if (!is_set) {
        is_set = TRUE;
        g_log_set_writer_func(write_log, NULL, NULL);
        for (size_t i = 0; i < G_N_ELEMENTS(fatal); i++) {
            const struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_NODEFER | SA_ONSTACK};
            sigaction(fatal[i], &action, &former[i]);
        }
    }
}
