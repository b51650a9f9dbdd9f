#include "CGtkShim.h"

static const char node[] =
    "<node><interface name='" PARLANDO_CONTROL_INTERFACE "'>"
    "<method name='Start'/><method name='Stop'/><method name='Toggle'/><method name='Pause'/><method name='Resume'/>"
    "<method name='StartWith'><arg name='options' type='a{sv}' direction='in'/></method>"
    "<method name='ToggleWith'><arg name='options' type='a{sv}' direction='in'/></method>"
    "<method name='Captions'><arg name='options' type='a{sv}' direction='in'/></method>"
    "<method name='Subscribe'/><method name='Unsubscribe'/>"
    "<property name='State' type='s' access='read'/>"
    "<signal name='InterimText'><arg name='text' type='s'/></signal>"
    "<signal name='FinalText'><arg name='text' type='s'/><arg name='begins_paragraph' type='b'/></signal>"
    "</interface></node>";

// A program that has subscribed to the text.
typedef struct {
    char *name;    // The unique name of its connection.
    char *program; // The name of its file, or the unique name as long as that is not known.
    guint watch;
} Listener;

typedef struct {
    void *context;
    parlando_method action;
    parlando_release release;
    char *state;
    GPtrArray *listeners;
    void *watcher;
    parlando_programs changed;
    parlando_release forget;
} Control;

// Exists as long as its registration on the bus.
static Control *exported;

static void listener_free(gpointer data) {
    Listener *listener = data;
    g_bus_unwatch_name(listener->watch);
    g_free(listener->name);
    g_free(listener->program);
    g_free(listener);
}

static gboolean has_name(gconstpointer listener, gconstpointer name) {
    return g_str_equal(((const Listener *)listener)->name, name);
}

static void report(Control *control) {
    if (control->changed == NULL) {
        return;
    }
    guint count = control->listeners->len;
    const char **programs = g_new(const char *, count + 1);
    for (guint index = 0; index < count; index++) {
        programs[index] = ((Listener *)g_ptr_array_index(control->listeners, index))->program;
    }
    control->changed(control->watcher, programs, count);
    g_free(programs);
}

static void unsubscribe(Control *control, const char *name) {
    guint index = 0;
    if (g_ptr_array_find_with_equal_func(control->listeners, name, has_name, &index)) {
        g_ptr_array_remove_index(control->listeners, index);
        report(control);
    }
}

static void vanished(GDBusConnection *bus, const char *name, gpointer data) {
    (void)bus, (void)data;
    if (exported != NULL) {
        unsubscribe(exported, name);
    }
}

static void identified(GObject *bus, GAsyncResult *result, gpointer data) {
    char *name = data;
    char *path = NULL;
    GVariant *answer = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
    if (answer != NULL) {
        guint32 process = 0;
        g_variant_get(answer, "(u)", &process);
        g_variant_unref(answer);
        char *link = g_strdup_printf("/proc/%u/exe", process);
        path = g_file_read_link(link, NULL);
        g_free(link);
    }
    guint index = 0;
    if (path != NULL && exported != NULL &&
        g_ptr_array_find_with_equal_func(exported->listeners, name, has_name, &index)) {
        Listener *listener = g_ptr_array_index(exported->listeners, index);
        g_free(listener->program);
        listener->program = g_filename_display_basename(path);
        report(exported);
    }
    g_free(path);
    g_free(name);
}

static void subscribe(Control *control, GDBusConnection *bus, const char *name) {
    if (g_ptr_array_find_with_equal_func(control->listeners, name, has_name, NULL)) {
        return;
    }
    Listener *listener = g_new(Listener, 1);
    *listener = (Listener){.name = g_strdup(name), .program = g_strdup(name)};
    listener->watch =
        g_bus_watch_name_on_connection(bus, name, G_BUS_NAME_WATCHER_FLAGS_NONE, NULL, vanished, NULL, NULL);
    g_ptr_array_add(control->listeners, listener);
    g_dbus_connection_call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                           "GetConnectionUnixProcessID", g_variant_new("(s)", name), G_VARIANT_TYPE("(u)"),
                           G_DBUS_CALL_FLAGS_NONE, -1, NULL, identified, g_strdup(name));
    report(control);
}

// Carries out a command, and answers. Only who gives options is told that it is refused.
static void command(Control *control, const char *method, GVariant *options, GDBusMethodInvocation *invocation) {
    bool is_captions = g_str_equal(method, "Captions");
    const char *names[] = {is_captions ? "source" : "language", is_captions ? "translate" : "model"};
    const char *first = NULL, *second = NULL;
    gsize known = 0;
    if (options != NULL) {
        known += (gsize)g_variant_lookup(options, names[0], "&s", &first);
        known += (gsize)g_variant_lookup(options, names[1], "&s", &second);
    }
    if (options != NULL && known != g_variant_n_children(options)) {
        g_dbus_method_invocation_return_error(invocation, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS,
                                              "The options are %s (s) and %s (s)", names[0], names[1]);
        return;
    }
    char *refusal = control->action(control->context, method, first, second);
    if (options != NULL && refusal != NULL) {
        g_dbus_method_invocation_return_error(invocation, G_DBUS_ERROR, G_DBUS_ERROR_FAILED, "%s", refusal);
    } else {
        g_dbus_method_invocation_return_value(invocation, NULL);
    }
    g_free(refusal);
}

static void called(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                   const char *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data) {
    (void)path, (void)interface;
    Control *control = data;
    if (g_str_equal(method, "Subscribe")) {
        subscribe(control, bus, sender);
    } else if (g_str_equal(method, "Unsubscribe")) {
        unsubscribe(control, sender);
    } else {
        GVariant *options = g_variant_n_children(arguments) > 0 ? g_variant_get_child_value(arguments, 0) : NULL;
        command(control, method, options, invocation);
        g_clear_pointer(&options, g_variant_unref);
        return;
    }
    g_dbus_method_invocation_return_value(invocation, NULL);
}

static GVariant *asked(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                       const char *property, GError **error, gpointer data) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)property, (void)error;
    Control *control = data;
    return g_variant_new_string(control->state);
}

static void control_free(gpointer data) {
    Control *control = data;
    if (exported == control) {
        exported = NULL;
    }
    g_ptr_array_unref(control->listeners);
    if (control->forget != NULL) {
        control->forget(control->watcher);
    }
    control->release(control->context);
    g_free(control->state);
    g_free(control);
}

static const GDBusInterfaceVTable table = {.method_call = called, .get_property = asked};

bool parlando_control_export(GApplication *application, const char *state, void *context, parlando_method action,
                             parlando_release release) {
    Control *control = g_new(Control, 1);
    *control = (Control){.context = context,
                         .action = action,
                         .release = release,
                         .state = g_strdup(state),
                         .listeners = g_ptr_array_new_with_free_func(listener_free)};
    GDBusConnection *bus = g_application_get_dbus_connection(application);
    if (bus == NULL || exported != NULL) {
        control_free(control);
        return false;
    }
    GDBusNodeInfo *info = g_dbus_node_info_new_for_xml(node, NULL);
    guint number = g_dbus_connection_register_object(bus, g_application_get_dbus_object_path(application),
                                                     info->interfaces[0], &table, control, control_free, NULL);
    g_dbus_node_info_unref(info);
    if (number == 0) {
        // GDBus releases only what it has registered.
        control_free(control);
        return false;
    }
    exported = control;
    return true;
}

void parlando_control_watch(void *context, parlando_programs action, parlando_release release) {
    exported->watcher = context;
    exported->changed = action;
    exported->forget = release;
}

// To the whole bus if `listener` is NULL.
static void emit(GApplication *application, const char *listener, const char *interface, const char *signal,
                 GVariant *arguments) {
    bool is_running = g_application_get_is_registered(application);
    GDBusConnection *bus = is_running ? g_application_get_dbus_connection(application) : NULL;
    if (bus != NULL) {
        g_dbus_connection_emit_signal(bus, listener, g_application_get_dbus_object_path(application), interface, signal,
                                      arguments, NULL);
    }
}

static void tell(GApplication *application, const char *signal, GVariant *arguments) {
    g_variant_ref_sink(arguments);
    for (guint index = 0; exported != NULL && index < exported->listeners->len; index++) {
        Listener *listener = g_ptr_array_index(exported->listeners, index);
        emit(application, listener->name, PARLANDO_CONTROL_INTERFACE, signal, arguments);
    }
    g_variant_unref(arguments);
}

void parlando_control_state(GApplication *application, const char *state) {
    if (exported == NULL) {
        return;
    }
    g_free(exported->state);
    exported->state = g_strdup(state);
    GVariantBuilder changed;
    g_variant_builder_init(&changed, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&changed, "{sv}", "State", g_variant_new_string(state));
    GVariant *arguments = g_variant_ref_sink(g_variant_new("(sa{sv}as)", PARLANDO_CONTROL_INTERFACE, &changed, NULL));
    emit(application, NULL, "org.freedesktop.DBus.Properties", "PropertiesChanged", arguments);
    g_variant_unref(arguments);
}

void parlando_control_interim(GApplication *application, const char *text) {
    tell(application, "InterimText", g_variant_new("(s)", text));
}

void parlando_control_final(GApplication *application, const char *text, bool begins_paragraph) {
    tell(application, "FinalText", g_variant_new("(sb)", text, (gboolean)begins_paragraph));
}
