#include "CGtkShim.h"

typedef struct {
    void *context;
    // NULL once it has been called.
    parlando_clipboard_bytes action;
    GOutputStream *memory;
    GCancellable *cancellable;
    guint timer;
} Reading;

static void answer(Reading *reading, GBytes *bytes) {
    if (reading->action != NULL) {
        reading->action(reading->context, bytes);
        reading->action = NULL;
    }
}

static void end(Reading *reading, GBytes *bytes) {
    answer(reading, bytes);
    g_clear_pointer(&bytes, g_bytes_unref);
    g_clear_handle_id(&reading->timer, g_source_remove);
    g_object_unref(reading->cancellable);
    g_object_unref(reading->memory);
    g_free(reading);
}

// If the clipboard's owner never answers, the little memory that `end` would free is leaked.
static gboolean gave_up(gpointer data) {
    Reading *reading = data;
    reading->timer = 0;
    answer(reading, NULL);
    g_cancellable_cancel(reading->cancellable);
    return G_SOURCE_REMOVE;
}

static void was_copied(GObject *memory, GAsyncResult *result, gpointer data) {
    gssize count = g_output_stream_splice_finish(G_OUTPUT_STREAM(memory), result, NULL);
    end(data, count < 0 ? NULL : g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory)));
}

static void was_opened(GObject *clipboard, GAsyncResult *result, gpointer data) {
    Reading *reading = data;
    GInputStream *stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(clipboard), result, NULL, NULL);
    if (stream == NULL) {
        end(reading, NULL);
        return;
    }
    GOutputStreamSpliceFlags flags = G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET;
    g_output_stream_splice_async(reading->memory, stream, flags, G_PRIORITY_DEFAULT, reading->cancellable, was_copied,
                                 reading);
    g_object_unref(stream);
}

void parlando_read_clipboard(GdkClipboard *clipboard, const char *type, unsigned milliseconds, void *context,
                             parlando_clipboard_bytes action) {
    Reading *reading = g_new(Reading, 1);
    *reading = (Reading){context, action, g_memory_output_stream_new_resizable(), g_cancellable_new(), 0};
    reading->timer = g_timeout_add(milliseconds, gave_up, reading);
    const char *types[] = {type, NULL};
    gdk_clipboard_read_async(clipboard, types, G_PRIORITY_DEFAULT, reading->cancellable, was_opened, reading);
}
