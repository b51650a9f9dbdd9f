#include "CGtkShim.h"

typedef struct {
    void *context;
    parlando_files action;
    parlando_release release;
} Receiver;

static Receiver *receiver_new(void *context, parlando_files action, parlando_release release) {
    Receiver *receiver = g_new(Receiver, 1);
    *receiver = (Receiver){context, action, release};
    return receiver;
}

static void receiver_free(gpointer data, GClosure *closure) {
    (void)closure;
    Receiver *receiver = data;
    receiver->release(receiver->context);
    g_free(receiver);
}

static void opened(GApplication *application, GFile **files, int count, const char *hint, gpointer data) {
    (void)application, (void)hint;
    Receiver *receiver = data;
    receiver->action(receiver->context, files, count);
}

void parlando_connect_open(GApplication *application, void *context, parlando_files action, parlando_release release) {
    g_signal_connect_data(application, "open", G_CALLBACK(opened), receiver_new(context, action, release),
                          receiver_free, 0);
}

static gboolean dropped(GtkDropTarget *target, const GValue *value, double x, double y, gpointer data) {
    (void)target, (void)x, (void)y;
    if (!G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST)) {
        return FALSE;
    }
    GSList *list = gdk_file_list_get_files(g_value_get_boxed(value));
    GPtrArray *files = g_ptr_array_new();
    for (GSList *item = list; item != NULL; item = item->next) {
        g_ptr_array_add(files, item->data);
    }
    g_slist_free(list);
    gboolean has_files = files->len > 0;
    if (has_files) {
        Receiver *receiver = data;
        receiver->action(receiver->context, (GFile **)files->pdata, (int)files->len);
    }
    g_ptr_array_unref(files);
    return has_files;
}

GtkEventController *parlando_file_drop(void *context, parlando_files action, parlando_release release) {
    GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
    // The target must get the drop before a text view inside the widget, which would insert the file names as text.
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(target), GTK_PHASE_CAPTURE);
    g_signal_connect_data(target, "drop", G_CALLBACK(dropped), receiver_new(context, action, release), receiver_free,
                          0);
    return GTK_EVENT_CONTROLLER(target);
}
