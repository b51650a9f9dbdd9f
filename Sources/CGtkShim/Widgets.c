#include "CGtkShim.h"

gpointer parlando_hold(gpointer object) {
    if (object == NULL) {
        g_error("GTK could not make an object");
    }
    return g_object_ref_sink(object);
}

void parlando_set_accessible_label(GtkWidget *widget, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void parlando_set_accessible_busy(GtkWidget *widget, bool is_busy) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, (gboolean)is_busy, -1);
}

void parlando_set_accessible_pressed(GtkWidget *widget, bool is_pressed) {
    GtkAccessibleTristate state = is_pressed ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE;
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_PRESSED, state, -1);
}

void parlando_set_accessible_placeholder(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER, text, -1);
}

void parlando_set_right_to_left(GtkWidget *widget, bool is_right_to_left) {
    gtk_widget_set_direction(widget, is_right_to_left ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
}

void parlando_set_role(GtkWidget *widget, GtkAccessibleRole role) {
    g_object_set(widget, "accessible-role", role, NULL);
}

void parlando_set_accessible_selected(GtkWidget *widget, bool is_selected) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, (gboolean)is_selected, -1);
}

void parlando_bind(gpointer source, const char *source_property, gpointer target, const char *target_property) {
    g_object_bind_property(source, source_property, target, target_property, G_BINDING_SYNC_CREATE);
}

GSettings *parlando_settings(const char *schema) {
    GSettingsSchemaSource *source = g_settings_schema_source_get_default();
    GSettingsSchema *found = source ? g_settings_schema_source_lookup(source, schema, TRUE) : NULL;
    if (found == NULL) {
        return NULL;
    }
    GSettings *settings = g_settings_new_full(found, NULL, NULL);
    g_settings_schema_unref(found);
    return settings;
}

// GTK 4.8 answers a screen reader that asks for the colour of a text from the property "foreground" of its tag, as a
// GdkRGBA, and crashes, since that property cannot be read. Later versions ask for "foreground-rgba". Here it can be
// read.
typedef GtkTextTag ColouredTag;
typedef GtkTextTagClass ColouredTagClass;
G_DEFINE_TYPE(ColouredTag, coloured_tag, GTK_TYPE_TEXT_TAG)

static void get_foreground(GObject *tag, guint property, GValue *value, GParamSpec *spec) {
    (void)property, (void)spec;
    GdkRGBA *colour = NULL;
    g_object_get(tag, "foreground-rgba", &colour, NULL);
    g_value_take_boxed(value, colour);
}

static void coloured_tag_class_init(ColouredTagClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->get_property = get_foreground;
    g_object_class_install_property(
        object_class, 1, g_param_spec_boxed("foreground", NULL, NULL, GDK_TYPE_RGBA, G_PARAM_READABLE));
}

static void coloured_tag_init(ColouredTag *tag) {
    (void)tag;
}

static GtkTextTag *added(GtkTextTag *tag, GtkTextBuffer *buffer) {
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag);
    // The table keeps it.
    g_object_unref(tag);
    return tag;
}

GtkTextTag *parlando_interim_tag(GtkTextBuffer *buffer) {
    return added(g_object_new(coloured_tag_get_type(), "name", "interim", "style", PANGO_STYLE_ITALIC, NULL), buffer);
}

GtkTextTag *parlando_doubtful_tag(GtkTextBuffer *buffer) {
    return gtk_text_buffer_create_tag(buffer, "doubtful", "underline", PANGO_UNDERLINE_ERROR, NULL);
}

GtkTextTag *parlando_timestamp_tag(GtkTextBuffer *buffer) {
    return added(g_object_new(coloured_tag_get_type(), "name", "timestamp", "scale", 0.78, "font-features", "tnum=1",
                              "editable", FALSE, NULL),
                 buffer);
}

static const char heading_key[] = "parlando-heading";

static void show_heading(GtkListBoxRow *row, GtkListBoxRow *before, gpointer data) {
    (void)before, (void)data;
    const char *text = g_object_get_data(G_OBJECT(row), heading_key);
    GtkWidget *header = gtk_list_box_row_get_header(row);
    if (text == NULL || *text == '\0') {
        gtk_list_box_row_set_header(row, NULL);
    } else if (header != NULL) {
        gtk_label_set_text(GTK_LABEL(header), text);
    } else {
        header = gtk_label_new(text);
        gtk_label_set_xalign(GTK_LABEL(header), 0);
        gtk_widget_add_css_class(header, "heading");
        gtk_widget_add_css_class(header, "list-heading");
        gtk_list_box_row_set_header(row, header);
    }
}

void parlando_use_headings(GtkListBox *list) {
    gtk_list_box_set_header_func(list, show_heading, NULL, NULL);
}

void parlando_set_heading(GtkListBoxRow *row, const char *text) {
    g_object_set_data_full(G_OBJECT(row), heading_key, g_strdup(text), g_free);
    gtk_list_box_row_changed(row);
}

GtkTextTag *parlando_heard_tag(GtkTextBuffer *buffer) {
    return gtk_text_buffer_create_tag(buffer, "heard", "underline", PANGO_UNDERLINE_SINGLE, NULL);
}

GtkTextTag *parlando_found_tag(GtkTextBuffer *buffer, bool is_current) {
    GdkRGBA blue = {0.2F, 0.5F, 0.9F, is_current ? 0.4F : 0.2F};
    return gtk_text_buffer_create_tag(buffer, is_current ? "current" : "found", "background-rgba", &blue, "underline",
                                      is_current ? PANGO_UNDERLINE_DOUBLE : PANGO_UNDERLINE_SINGLE, NULL);
}

void parlando_tag_set_colour(GtkTextTag *tag, const char *property, const GdkRGBA *colour) {
    g_object_set(tag, property, colour, NULL);
}
