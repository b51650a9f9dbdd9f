#include "CGtkShim.h"

#include <string.h>

#ifdef GDK_WINDOWING_X11
#include <X11/Xatom.h>
#include <gdk/x11/gdkx.h>
#endif

static const char name[] = "x-kde-passwordManagerHint";
static const char value[] = "secret";

GdkContentProvider *parlando_clipboard_hint(void) {
    GBytes *bytes = g_bytes_new_static(value, strlen(value));
    GdkContentProvider *provider = gdk_content_provider_new_for_bytes(name, bytes);
    g_bytes_unref(bytes);
    return provider;
}

#ifdef GDK_WINDOWING_X11
static bool has_hint(GdkClipboard *clipboard) {
    gsize count = 0;
    const char *const *types = gdk_content_formats_get_mime_types(gdk_clipboard_get_formats(clipboard), &count);
    bool found = false;
    for (gsize index = 0; index < count; index++) {
        found = found || strcmp(types[index], name) == 0;
    }
    return found && gdk_clipboard_is_local(clipboard);
}

G_GNUC_BEGIN_IGNORE_DEPRECATIONS
static bool answer(GdkDisplay *display, GdkClipboard *clipboard, XSelectionRequestEvent request) {
    if (request.selection != gdk_x11_get_xatom_by_name_for_display(display, "CLIPBOARD") ||
        request.target != gdk_x11_get_xatom_by_name_for_display(display, name) || !has_hint(clipboard)) {
        return false;
    }
    // Clients from before X11R4 specify no property; the target is used as the property.
    Atom property = request.property != None ? request.property : request.target;
    XEvent notice = {.xselection = {
        .type = SelectionNotify, .display = request.display, .requestor = request.requestor,
        .selection = request.selection, .target = request.target, .property = property, .time = request.time}};
    // The client may have disconnected.
    gdk_x11_display_error_trap_push(display);
    XChangeProperty(request.display, request.requestor, property, XA_STRING, 8, PropModeReplace,
                    (const unsigned char *)value, (int)strlen(value));
    XSendEvent(request.display, request.requestor, False, NoEventMask, &notice);
    gdk_x11_display_error_trap_pop_ignored(display);
    return true;
}

// An emission hook runs before GDK's own handler, which would refuse the request.
static gboolean look(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
    (void)hint;
    g_return_val_if_fail(count >= 2, FALSE);
    GdkDisplay *display = g_value_get_object(&values[0]);
    XEvent *event = g_value_get_pointer(&values[1]);
    if (event->type == SelectionRequest && display == gdk_clipboard_get_display(data) &&
        answer(display, data, event->xselectionrequest)) {
        // GDK ignores a request for an unknown selection.
        event->xselectionrequest.selection = None;
    }
    return TRUE;
}
G_GNUC_END_IGNORE_DEPRECATIONS
#endif

void parlando_answer_clipboard_hint(GdkClipboard *clipboard) {
#ifdef GDK_WINDOWING_X11
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    GdkDisplay *display = gdk_clipboard_get_display(clipboard);
    if (GDK_IS_X11_DISPLAY(display)) {
        guint signal = g_signal_lookup("xevent", GDK_TYPE_X11_DISPLAY);
        g_signal_add_emission_hook(signal, 0, look, g_object_ref(clipboard), g_object_unref);
    }
    G_GNUC_END_IGNORE_DEPRECATIONS
#else
    (void)clipboard;
#endif
}
