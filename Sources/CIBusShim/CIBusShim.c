#include "CIBusShim.h"

#include <glib-unix.h>
#include <ibus.h>
#include <signal.h>

// In milliseconds. The daemon answers within a few; if it hangs, this process must not hang too.
enum { timeout = 2000 };

static parlando_input_events events;
static GMainLoop *loop;
static IBusBus *bus;
// The last engine that the daemon asked for.
static IBusEngine *engine;
static const char *engine_path = "/io/github/parlando/Engine/%u";

// Within dead keys or Compose.
static bool is_composing;

// The parent composes characters, as IBus's engines of mere keyboards do.
typedef IBusEngineSimple ParlandoEngine;
typedef IBusEngineSimpleClass ParlandoEngineClass;
G_DEFINE_TYPE(ParlandoEngine, parlando_engine, IBUS_TYPE_ENGINE_SIMPLE)

// All keys but those of a composition are the application's.
static gboolean take_key(IBusEngine *self, guint value, guint code, guint state) {
    bool begins = (value >= IBUS_KEY_dead_grave && value <= IBUS_KEY_dead_longsolidusoverlay) ||
                  value == IBUS_KEY_Multi_key;
    bool is_modifier = (value >= IBUS_KEY_Shift_L && value <= IBUS_KEY_Hyper_R) ||
                       (value >= IBUS_KEY_ISO_Lock && value <= IBUS_KEY_ISO_Level5_Lock) ||
                       value == IBUS_KEY_Mode_switch;
    if ((state & IBUS_RELEASE_MASK) || is_modifier || !(begins || is_composing)) {
        return FALSE;
    }
    is_composing = IBUS_ENGINE_CLASS(parlando_engine_parent_class)->process_key_event(self, value, code, state);
    return is_composing;
}

static void stop_composing(IBusEngine *self) {
    if (is_composing) {
        is_composing = false;
        IBUS_ENGINE_CLASS(parlando_engine_parent_class)->reset(self);
    }
}

static void focus_in(IBusEngine *self) {
    (void)self;
    events.focused(NULL, NULL);
}

static void focus_in_id(IBusEngine *self, const char *path, const char *client) {
    (void)self;
    events.focused(path, client);
}

static void focus_out(IBusEngine *self) {
    stop_composing(self);
    events.blurred(NULL);
}

static void focus_out_id(IBusEngine *self, const char *path) {
    stop_composing(self);
    events.blurred(path);
}

static void reset(IBusEngine *self) {
    stop_composing(self);
    events.reset();
}

static void set_capabilities(IBusEngine *self, guint capabilities) {
    (void)self;
    events.capabilities(capabilities);
}

static void set_content_type(IBusEngine *self, guint purpose, guint hints) {
    (void)self;
    // What is for a private field must not be kept, but it is on the page and in the history by then.
    events.purpose(hints & IBUS_INPUT_HINT_PRIVATE ? IBUS_INPUT_PURPOSE_PASSWORD : purpose);
}

static void set_surrounding_text(IBusEngine *self, IBusText *text, guint caret, guint anchor) {
    IBUS_ENGINE_CLASS(parlando_engine_parent_class)->set_surrounding_text(self, text, caret, anchor);
    events.surroundings(ibus_text_get_text(text), caret, anchor);
}

static void parlando_engine_class_init(ParlandoEngineClass *simple) {
    IBusEngineClass *class = IBUS_ENGINE_CLASS(simple);
    class->process_key_event = take_key;
    class->focus_in = focus_in;
    class->focus_in_id = focus_in_id;
    class->focus_out = focus_out;
    class->focus_out_id = focus_out_id;
    class->reset = reset;
    class->set_capabilities = set_capabilities;
    class->set_content_type = set_content_type;
    class->set_surrounding_text = set_surrounding_text;
}

static void parlando_engine_init(ParlandoEngine *self) {
    (void)self;
}

static IBusEngine *create_engine(IBusFactory *factory, const char *name, gpointer data) {
    static unsigned count;
    (void)data;
    char *path = g_strdup_printf(engine_path, ++count);
    g_clear_object(&engine);
    is_composing = false;
    // The daemon names input contexts only to an engine with a focus ID.
    engine = g_object_ref_sink(
        g_object_new(parlando_engine_get_type(), "engine-name", name, "object-path", path, "connection",
                     ibus_service_get_connection(IBUS_SERVICE(factory)), "has-focus-id", TRUE, NULL));
    g_free(path);
    ibus_engine_simple_add_table_by_locale(IBUS_ENGINE_SIMPLE(engine), NULL);
    return g_object_ref(engine);
}

static void connected(IBusBus *changed, gpointer data) {
    (void)changed, (void)data;
    events.connected();
}

static void disconnected(IBusBus *changed, gpointer data) {
    (void)changed, (void)data;
    g_clear_object(&engine);
    events.disconnected();
}

static void engine_changed(IBusBus *changed, const char *name, gpointer data) {
    (void)changed, (void)data;
    events.changed(name ? name : "");
}

static gboolean terminate(gpointer data) {
    (void)data;
    events.terminated();
    return G_SOURCE_CONTINUE;
}

static gboolean read_line(GIOChannel *channel, GIOCondition condition, gpointer data) {
    (void)condition, (void)data;
    char *line = NULL;
    gsize length = 0;
    gsize end = 0;
    GIOStatus status = g_io_channel_read_line(channel, &line, &length, &end, NULL);
    if (status == G_IO_STATUS_AGAIN) {
        return G_SOURCE_CONTINUE;
    }
    // A line without an end was not sent completely.
    if (status != G_IO_STATUS_NORMAL || line == NULL || end == length) {
        g_free(line);
        events.line(NULL);
        return G_SOURCE_REMOVE;
    }
    line[end] = '\0';
    events.line(line);
    g_free(line);
    return G_SOURCE_CONTINUE;
}

static void listen_to_input(void) {
    GIOChannel *channel = g_io_channel_unix_new(0);
    g_io_channel_set_encoding(channel, NULL, NULL);
    g_io_channel_set_flags(channel, G_IO_FLAG_NONBLOCK, NULL);
    g_io_add_watch(channel, G_IO_IN | G_IO_HUP | G_IO_ERR, read_line, NULL);
    g_io_channel_unref(channel);
}

bool parlando_input_begin(const parlando_input_events *handlers) {
    events = *handlers;
    // The program may have ended when an event is written.
    signal(SIGPIPE, SIG_IGN);
    g_unix_signal_add(SIGTERM, terminate, NULL);
    g_unix_signal_add(SIGINT, terminate, NULL);
    g_unix_signal_add(SIGHUP, terminate, NULL);
    ibus_init();
    loop = g_main_loop_new(NULL, FALSE);
    bus = ibus_bus_new();
    ibus_bus_set_watch_ibus_signal(bus, TRUE);
    g_signal_connect(bus, "connected", G_CALLBACK(connected), NULL);
    g_signal_connect(bus, "disconnected", G_CALLBACK(disconnected), NULL);
    g_signal_connect(bus, "global-engine-changed", G_CALLBACK(engine_changed), NULL);
    listen_to_input();
    return ibus_bus_is_connected(bus);
}

bool parlando_input_is_connected(void) {
    return ibus_bus_is_connected(bus);
}

void parlando_input_run(void) {
    g_main_loop_run(loop);
}

void parlando_input_quit(void) {
    g_main_loop_quit(loop);
}

static gboolean waited(gpointer token) {
    events.waited(GPOINTER_TO_UINT(token));
    return G_SOURCE_REMOVE;
}

void parlando_input_wait(unsigned milliseconds, unsigned token) {
    g_timeout_add(milliseconds, waited, GUINT_TO_POINTER(token));
}

bool parlando_input_offer(const char *name, const char *title) {
    static IBusFactory *factory;
    if (!ibus_bus_is_connected(bus)) {
        return false;
    }
    g_clear_object(&factory);
    factory = g_object_ref_sink(ibus_factory_new(ibus_bus_get_connection(bus)));
    g_signal_connect(factory, "create-engine", G_CALLBACK(create_engine), NULL);
    IBusComponent *component =
        ibus_component_new("io.github.parlando.Input", title, "1", "GPL", "Parlando", "", "", "parlando");
    // The layout "default" leaves the keyboard as it is.
    ibus_component_add_engine(component, ibus_engine_desc_new(name, title, "", "other", "GPL", "Parlando",
                                                              "audio-input-microphone-symbolic", "default"));
    return ibus_bus_register_component(bus, component);
}

static void chosen(GObject *source, GAsyncResult *result, gpointer data) {
    (void)data;
    events.chosen(ibus_bus_set_global_engine_async_finish(IBUS_BUS(source), result, NULL));
}

void parlando_input_choose(const char *name) {
    ibus_bus_set_global_engine_async(bus, name, timeout, NULL, chosen, NULL);
}

static GDBusConnection *present_connection(void) {
    return ibus_bus_is_connected(bus) ? ibus_bus_get_connection(bus) : NULL;
}

// NULL if there is none; libibus would write a warning.
static GVariant *property(GDBusConnection *connection, const char *name) {
    if (connection == NULL) {
        return NULL;
    }
    GVariant *answer = g_dbus_connection_call_sync(
        connection, IBUS_SERVICE_IBUS, IBUS_PATH_IBUS, "org.freedesktop.DBus.Properties", "Get",
        g_variant_new("(ss)", IBUS_INTERFACE_IBUS, name), G_VARIANT_TYPE("(v)"), G_DBUS_CALL_FLAGS_NONE, timeout, NULL,
        NULL);
    if (answer == NULL) {
        return NULL;
    }
    GVariant *value;
    g_variant_get(answer, "(v)", &value);
    g_variant_unref(answer);
    return value;
}

static char *engine_in_use(GDBusConnection *connection) {
    GVariant *value = property(connection, "GlobalEngine");
    // A variant within the variant, as the daemon of 1.5.27 answers.
    while (value != NULL && g_variant_is_of_type(value, G_VARIANT_TYPE_VARIANT)) {
        GVariant *inner = g_variant_get_variant(value);
        g_variant_unref(value);
        value = inner;
    }
    if (value == NULL) {
        return NULL;
    }
    char *name = NULL;
    IBusSerializable *object = ibus_serializable_deserialize(value);
    if (IBUS_IS_ENGINE_DESC(object)) {
        name = g_strdup(ibus_engine_desc_get_name(IBUS_ENGINE_DESC(object)));
    }
    if (object != NULL) {
        g_object_ref_sink(object);
        g_object_unref(object);
    }
    g_variant_unref(value);
    return name;
}

char *parlando_input_engine(void) {
    return engine_in_use(present_connection());
}

static bool is_on_bus(GDBusConnection *connection, const char *name) {
    GVariant *answer = g_dbus_connection_call_sync(
        connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
        g_variant_new("(s)", name), G_VARIANT_TYPE("(b)"), G_DBUS_CALL_FLAGS_NONE, timeout, NULL, NULL);
    gboolean has_owner = FALSE;
    if (answer != NULL) {
        g_variant_get(answer, "(b)", &has_owner);
        g_variant_unref(answer);
    }
    return has_owner;
}

static bool use_engine(GDBusConnection *connection, const char *name) {
    GVariant *answer = g_dbus_connection_call_sync(
        connection, IBUS_SERVICE_IBUS, IBUS_PATH_IBUS, IBUS_INTERFACE_IBUS, "SetGlobalEngine",
        g_variant_new("(s)", name), NULL, G_DBUS_CALL_FLAGS_NONE, timeout, NULL, NULL);
    if (answer != NULL) {
        g_variant_unref(answer);
    }
    char *now = engine_in_use(connection);
    bool is_used = g_strcmp0(now, name) == 0;
    g_free(now);
    return is_used;
}

bool parlando_input_leave(const char *name) {
    // In microseconds. The daemon needs one or two checks.
    enum { step = 10000, steps = 200 };
    GDBusConnection *old = present_connection();
    const char *address = ibus_get_address();
    if (old == NULL || address == NULL) {
        return false;
    }
    GDBusConnectionFlags flags =
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
    GDBusConnection *other = g_dbus_connection_new_for_address_sync(address, flags, NULL, NULL, NULL);
    if (other == NULL) {
        return false;
    }
    char *own = g_strdup(g_dbus_connection_get_unique_name(old));
    g_dbus_connection_flush_sync(old, NULL, NULL);
    g_dbus_connection_close_sync(old, NULL, NULL);
    for (int i = 0; i < steps && is_on_bus(other, own); i++) {
        g_usleep(step);
    }
    bool is_used = false;
    for (int i = 0; i < steps && !is_used; i++) {
        is_used = use_engine(other, name);
        if (is_used) {
            // The daemon may still drop the engine of the closed connection.
            g_usleep(step);
            char *now = engine_in_use(other);
            is_used = g_strcmp0(now, name) == 0;
            g_free(now);
        } else {
            g_usleep(step);
        }
    }
    g_free(own);
    g_object_unref(other);
    return is_used;
}

char *parlando_input_focused(void) {
    GVariant *value = property(present_connection(), "CurrentInputContext");
    if (value == NULL) {
        return NULL;
    }
    char *path =
        g_variant_is_of_type(value, G_VARIANT_TYPE_OBJECT_PATH) ? g_variant_dup_string(value, NULL) : NULL;
    g_variant_unref(value);
    return path;
}

void parlando_input_show(const char *text) {
    if (engine == NULL) {
        return;
    }
    IBusText *shown = ibus_text_new_from_string(text);
    guint length = ibus_text_get_length(shown);
    if (length > 0) {
        ibus_text_append_attribute(shown, IBUS_ATTR_TYPE_UNDERLINE, IBUS_ATTR_UNDERLINE_SINGLE, 0, (gint)length);
    }
    // Interim words must not stay if the field loses the focus.
    ibus_engine_update_preedit_text_with_mode(engine, shown, length, length > 0, IBUS_ENGINE_PREEDIT_CLEAR);
}

bool parlando_input_commit(const char *text) {
    if (engine == NULL || !ibus_bus_is_connected(bus)) {
        return false;
    }
    ibus_engine_commit_text(engine, ibus_text_new_from_string(text));
    return g_dbus_connection_flush_sync(ibus_bus_get_connection(bus), NULL, NULL);
}

bool parlando_input_erase(const char *text) {
    IBusText *around = NULL;
    guint caret = 0, anchor = 0, length = (guint)g_utf8_strlen(text, -1);
    if (engine != NULL) {
        ibus_engine_get_surrounding_text(engine, &around, &caret, &anchor);
    }
    bool stands_there =
        around != NULL && caret == anchor && caret >= length && caret <= ibus_text_get_length(around) &&
        g_str_has_prefix(g_utf8_offset_to_pointer(ibus_text_get_text(around), caret - length), text);
    g_clear_object(&around);
    if (stands_there) {
        ibus_engine_delete_surrounding_text(engine, -(gint)length, length);
    }
    return stands_there && g_dbus_connection_flush_sync(ibus_bus_get_connection(bus), NULL, NULL);
}

void parlando_input_ask(void) {
    if (engine != NULL) {
        ibus_engine_get_surrounding_text(engine, NULL, NULL, NULL);
    }
}
