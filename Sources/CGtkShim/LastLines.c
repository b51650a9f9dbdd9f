#include "CGtkShim.h"

// A scrolled window cuts lines, and shows its new end a frame late.
typedef AdwBin ParlandoLines;
typedef AdwBinClass ParlandoLinesClass;
G_DEFINE_TYPE(ParlandoLines, parlando_lines, ADW_TYPE_BIN)

static GtkSizeRequestMode request_mode(GtkWidget *lines) {
    return gtk_widget_get_request_mode(gtk_widget_get_first_child(lines));
}

// The last line, or the last paragraph, which may be a translation, and the line before it: at most four such lines.
static void measure(GtkWidget *lines, GtkOrientation orientation, int width, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
    (void)minimum_baseline, (void)natural_baseline;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        return;
    }
    PangoLayout *layout = pango_layout_copy(gtk_label_get_layout(GTK_LABEL(gtk_widget_get_first_child(lines))));
    pango_layout_set_width(layout, width < 0 ? pango_layout_get_width(layout) : width * PANGO_SCALE);
    PangoLayoutIter *line = pango_layout_get_iter(layout);
    int begin = 0, end = 0, first = -1, most = 0;
    do {
        int before = begin, height = end - begin;
        pango_layout_iter_get_line_yrange(line, &begin, &end);
        if (begin > 0 && pango_layout_iter_get_line_readonly(line)->is_paragraph_start) {
            first = before;
            most = 4 * height;
        }
    } while (pango_layout_iter_next_line(line));
    pango_layout_iter_free(line);
    g_object_unref(layout);
    // One more, because lines may begin between two pixels.
    *minimum = *natural = PANGO_PIXELS_CEIL(first < 0 ? end - begin : MIN(end - first, most)) + 1;
}

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
    class->parent_class.snapshot = draw;
}

static void parlando_lines_init(ParlandoLines *lines) {
    gtk_widget_set_layout_manager(GTK_WIDGET(lines), gtk_custom_layout_new(request_mode, measure, allocate));
}

GtkWidget *parlando_lines_new(GtkWidget *text) {
    // Otherwise the text takes the presses of what is above it.
    return g_object_new(parlando_lines_get_type(), "child", text, "overflow", GTK_OVERFLOW_HIDDEN, NULL);
}
