#include "CGtkShim.h"

static const char node[] =
    "<node><interface name='" PARLANDO_CONTROL_INTERFACE "'>"
    "<method name='Start'/><method name='Stop'/><method name='Toggle'/><method name='Pause'/><method name='Resume'/>"
    "<property name='State' type='s' access='read'/>"
    "<signal name='InterimText'><arg name='text' type='s'/></signal>"
    "<signal name='FinalText'><arg name='text' type='s'/><arg name='begins_paragraph' type='b'/></signal>"
    "</interface></node>";

typedef struct {
    void *context;
    parlando_method action;
    parlando_release release;
    char *state;
} Control;

// The exported object, or NULL if there is none. It exists as long as its registration on the bus.
static Control *exported;

static void called(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                   const char *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)arguments;
    Control *control = data;
    control->action(control->context, method);
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
    control->release(control->context);
    g_free(control->state);
    g_free(control);
}

static const GDBusInterfaceVTable table = {.method_call = called, .get_property = asked};

bool parlando_control_export(GApplication *application, const char *state, void *context, parlando_method action,
                             parlando_release release) {
    Control *control = g_new(Control, 1);
    *control = (Control){context, action, release, g_strdup(state)};
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

static void emit(GApplication *application, const char *interface, const char *signal, GVariant *arguments) {
    GDBusConnection *bus = g_application_get_dbus_connection(application);
    g_variant_ref_sink(arguments);
    if (exported != NULL && bus != NULL) {
        g_dbus_connection_emit_signal(bus, NULL, g_application_get_dbus_object_path(application), interface, signal,
                                      arguments, NULL);
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
    emit(application, "org.freedesktop.DBus.Properties", "PropertiesChanged",
         g_variant_new("(sa{sv}as)", PARLANDO_CONTROL_INTERFACE, &changed, NULL));
}

void parlando_control_interim(GApplication *application, const char *text) {
    emit(application, PARLANDO_CONTROL_INTERFACE, "InterimText", g_variant_new("(s)", text));
}

void parlando_control_final(GApplication *application, const char *text, bool begins_paragraph) {
    emit(application, PARLANDO_CONTROL_INTERFACE, "FinalText", g_variant_new("(sb)", text, (gboolean)begins_paragraph));
}
