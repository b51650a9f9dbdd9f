#include "CGtkShim.h"

// GtkCustomLayout passes no user data, so the settings are stored in the widget. libadwaita 1.2 has no breakpoints yet.
typedef struct {
    int threshold;
    int spacing;
} Pair;

static const char *const key = "parlando-pair";

static const Pair *pair_of(GtkWidget *box) { return g_object_get_data(G_OBJECT(box), key); }

static GtkSizeRequestMode request_mode(GtkWidget *box) {
    (void)box;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
    const Pair *pair = pair_of(box);
    bool is_wide = for_size >= pair->threshold;
    int part = is_wide ? (for_size - pair->spacing) / 2 : for_size;
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    for (GtkWidget *child = gtk_widget_get_first_child(box); child; child = gtk_widget_get_next_sibling(child)) {
        int least, usual;
        gtk_widget_measure(child, orientation, orientation == GTK_ORIENTATION_VERTICAL ? part : -1, &least, &usual,
                           NULL, NULL);
        if (orientation == GTK_ORIENTATION_VERTICAL && !is_wide) {
            int gap = child == gtk_widget_get_first_child(box) ? 0 : pair->spacing;
            *minimum += least + gap;
            *natural += usual + gap;
        } else {
            *minimum = MAX(*minimum, least);
            *natural = MAX(*natural, usual);
        }
    }
}

static void allocate(GtkWidget *box, int width, int height, int baseline) {
    (void)baseline;
    const Pair *pair = pair_of(box);
    GtkWidget *first = gtk_widget_get_first_child(box);
    GtkWidget *second = first ? gtk_widget_get_next_sibling(first) : NULL;
    if (second == NULL) {
        return;
    }
    GtkAllocation one = {0, 0, width, height};
    GtkAllocation two = one;
    if (width >= pair->threshold) {
        one.width = (width - pair->spacing) / 2;
        two.width = width - pair->spacing - one.width;
        bool is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
        *(is_mirrored ? &one.x : &two.x) = (is_mirrored ? two.width : one.width) + pair->spacing;
    } else {
        int least, other;
        gtk_widget_measure(first, GTK_ORIENTATION_VERTICAL, width, &least, NULL, NULL, NULL);
        gtk_widget_measure(second, GTK_ORIENTATION_VERTICAL, width, &other, NULL, NULL, NULL);
        int half = (height - pair->spacing) / 2;
        one.height = CLAMP(half, least, MAX(least, height - pair->spacing - other));
        two.y = one.height + pair->spacing;
        two.height = MAX(other, height - two.y);
    }
    gtk_widget_size_allocate(first, &one, -1);
    gtk_widget_size_allocate(second, &two, -1);
}

void parlando_use_pair_layout(GtkWidget *box, int threshold, int spacing) {
    Pair *pair = g_new(Pair, 1);
    *pair = (Pair){threshold, spacing};
    g_object_set_data_full(G_OBJECT(box), key, pair, g_free);
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(request_mode, measure, allocate));
}
