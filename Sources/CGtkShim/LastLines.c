#include "CGtkShim.h"

// A scrolled window cuts lines, and shows its new end a frame late.
typedef AdwBin ParlandoLines;
typedef AdwBinClass ParlandoLinesClass;
G_DEFINE_TYPE(ParlandoLines, parlando_lines, ADW_TYPE_BIN)

static void allocate(GtkWidget *lines, int width, int height, int baseline) {
    int whole;
    GtkWidget *label = gtk_widget_get_first_child(lines);
    gtk_widget_measure(label, GTK_ORIENTATION_VERTICAL, width, &whole, NULL, NULL, NULL);
    gtk_widget_size_allocate(label, &(GtkAllocation){0, height - whole, width, whole}, baseline);
}

static void draw(GtkWidget *lines, GtkSnapshot *snapshot) {
    GtkWidget *label = gtk_widget_get_first_child(lines);
    int begin, end, height = gtk_widget_get_height(lines), offset = height - gtk_widget_get_height(label);
    PangoLayoutIter *line = pango_layout_get_iter(gtk_label_get_layout(GTK_LABEL(label)));
    do {
        pango_layout_iter_get_line_yrange(line, &begin, &end);
    } while (offset + PANGO_PIXELS(begin) < 0 && pango_layout_iter_next_line(line));
    pango_layout_iter_free(line);
    int top = MAX(offset + PANGO_PIXELS(begin), 0);
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, top, gtk_widget_get_width(lines), height - top));
    gtk_widget_snapshot_child(lines, label, snapshot);
    gtk_snapshot_pop(snapshot);
}

static void parlando_lines_class_init(ParlandoLinesClass *class) {
    class->parent_class.size_allocate = allocate;
    class->parent_class.snapshot = draw;
}

static void parlando_lines_init(ParlandoLines *lines) { gtk_widget_set_layout_manager(GTK_WIDGET(lines), NULL); }

GtkWidget *parlando_lines_new(GtkWidget *text) {
    // Otherwise the text takes the presses of what is above it.
    return g_object_new(parlando_lines_get_type(), "child", text, "overflow", GTK_OVERFLOW_HIDDEN, NULL);
}
