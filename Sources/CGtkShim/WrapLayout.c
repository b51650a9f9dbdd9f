#include "CGtkShim.h"

// GtkCustomLayout passes no user data, so the settings are stored in the widget. GtkFlowBox makes all columns equally
// wide, and wraps each child in another widget that takes the keyboard focus.
typedef struct {
    parlando_wrap mode;
    int spacing;
} Wrap;

typedef struct {
    GtkWidget *first;
    // Of the next line, or NULL.
    GtkWidget *next;
    int count;
    // Without the gaps.
    int used;
    int widest;
    // The width of the last child.
    int last;
} Line;

static const char *const key = "parlando-wrap";

static const Wrap *wrap_of(GtkWidget *box) { return g_object_get_data(G_OBJECT(box), key); }

static GtkSizeRequestMode request_mode(GtkWidget *box) {
    (void)box;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static GtkWidget *shown(GtkWidget *child) {
    while (child != NULL && !gtk_widget_should_layout(child)) {
        child = gtk_widget_get_next_sibling(child);
    }
    return child;
}

static GtkWidget *after(GtkWidget *child) { return shown(gtk_widget_get_next_sibling(child)); }

static int width_of(GtkWidget *child, int room) {
    int least, usual;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &usual, NULL, NULL);
    return CLAMP(usual, least, MAX(least, room));
}

static Line line_from(GtkWidget *first, int room, const Wrap *wrap) {
    Line line = {first, first, 0, 0, 0, 0};
    while (line.next != NULL) {
        int left = room - line.used - line.count * wrap->spacing;
        int width = width_of(line.next, wrap->mode == PARLANDO_WRAP_SHORTENED ? left : room);
        if (line.count > 0 && width > left) {
            break;
        }
        line.last = width;
        line.used += width;
        line.widest = MAX(line.widest, width);
        line.count += 1;
        line.next = after(line.next);
    }
    return line;
}

// In application pixels.
static int share_of(GtkWidget *child, const Line *line, int room, const Wrap *wrap) {
    int width = after(child) == line->next ? line->last : width_of(child, room);
    int all = room - (line->count - 1) * wrap->spacing;
    if (wrap->mode != PARLANDO_WRAP_FILLED && wrap->mode != PARLANDO_WRAP_EVEN) {
        return width;
    }
    if (wrap->mode == PARLANDO_WRAP_EVEN && line->widest * line->count <= all) {
        return all / line->count;
    }
    return width + MAX(0, all - line->used) / line->count;
}

static int height_of(const Line *line, int room, const Wrap *wrap) {
    int height = 0;
    for (GtkWidget *child = line->first; child != line->next; child = after(child)) {
        int least;
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, share_of(child, line, room, wrap), &least, NULL, NULL,
                           NULL);
        height = MAX(height, least);
    }
    return height;
}

static void measure(GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
    const Wrap *wrap = wrap_of(box);
    GtkWidget *first = shown(gtk_widget_get_first_child(box));
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        int count = 0, widest = 0;
        for (GtkWidget *child = first; child != NULL; child = after(child)) {
            int least, usual;
            gtk_widget_measure(child, orientation, -1, &least, &usual, NULL, NULL);
            *minimum = MAX(*minimum, least);
            *natural += usual;
            widest = MAX(widest, usual);
            count += 1;
        }
        *natural = (wrap->mode == PARLANDO_WRAP_EVEN ? widest * count : *natural) + MAX(0, count - 1) * wrap->spacing;
        return;
    }
    int room = for_size < 0 ? G_MAXINT / 2 : for_size;
    for (GtkWidget *child = first; child != NULL;) {
        Line line = line_from(child, room, wrap);
        *minimum += height_of(&line, room, wrap) + (child == first ? 0 : wrap->spacing);
        child = line.next;
    }
    *natural = *minimum;
}

static void allocate_line(GtkWidget *box, const Line *line, int width, int y, int height) {
    const Wrap *wrap = wrap_of(box);
    int left = width - line->used - (line->count - 1) * wrap->spacing;
    bool has_first = line->first == shown(gtk_widget_get_first_child(box));
    bool is_centred = wrap->mode == PARLANDO_WRAP_CENTRED || wrap->mode == PARLANDO_WRAP_SHORTENED;
    int x = is_centred ? MAX(0, left) / 2 : 0;
    if (wrap->mode == PARLANDO_WRAP_AT_END || (wrap->mode == PARLANDO_WRAP_ENDS && !has_first)) {
        x = MAX(0, left);
    }
    for (GtkWidget *child = line->first; child != line->next; child = after(child)) {
        GtkAllocation place = {x, y, share_of(child, line, width, wrap), height};
        x += place.width + wrap->spacing;
        if (wrap->mode == PARLANDO_WRAP_ENDS && has_first && child == line->first) {
            x += MAX(0, left);
        }
        if (gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL) {
            place.x = width - place.x - place.width;
        }
        gtk_widget_size_allocate(child, &place, -1);
    }
}

static void allocate(GtkWidget *box, int width, int height, int baseline) {
    (void)baseline;
    const Wrap *wrap = wrap_of(box);
    int y = 0;
    for (GtkWidget *child = shown(gtk_widget_get_first_child(box)); child != NULL;) {
        Line line = line_from(child, width, wrap);
        // A single line gets all of the height.
        int part = y == 0 && line.next == NULL ? height : height_of(&line, width, wrap);
        allocate_line(box, &line, width, y, part);
        y += part + wrap->spacing;
        child = line.next;
    }
}

void parlando_use_wrap_layout(GtkWidget *box, parlando_wrap mode, int spacing) {
    Wrap *wrap = g_new(Wrap, 1);
    *wrap = (Wrap){mode, spacing};
    g_object_set_data_full(G_OBJECT(box), key, wrap, g_free);
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(request_mode, measure, allocate));
}
