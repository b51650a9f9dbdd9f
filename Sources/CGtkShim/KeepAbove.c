#include "CGtkShim.h"

#include <dlfcn.h>
#ifdef GDK_WINDOWING_X11
#include <X11/Xlib.h>
#include <gdk/x11/gdkx.h>

static void raise_on_x11(GtkWidget *window, gpointer data) {
    (void)data;
    GdkDisplay *display = gtk_widget_get_display(window);
    Display *server = gdk_x11_display_get_xdisplay(display);
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = gdk_x11_surface_get_xid(gtk_native_get_surface(GTK_NATIVE(window))),
                                .message_type = gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_STATE"),
                                .format = 32}};
    event.xclient.data.l[0] = 1; // Add the state.
    event.xclient.data.l[1] = (long)gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_STATE_ABOVE");
    event.xclient.data.l[3] = 1; // From an application.
    XSendEvent(server, DefaultRootWindow(server), False, SubstructureRedirectMask | SubstructureNotifyMask, &event);
}
#endif

// gtk4-layer-shell takes the place of functions of libwayland. So it must have been loaded before GTK, by LD_PRELOAD;
// loaded later, it would say that it is not supported.
bool parlando_keep_above(GtkWindow *window) {
#ifdef GDK_WINDOWING_X11
    if (GDK_IS_X11_DISPLAY(gdk_display_get_default())) {
        g_signal_connect_after(window, "map", G_CALLBACK(raise_on_x11), NULL);
        return true;
    }
#endif
    gboolean (*is_supported)(void) = (gboolean(*)(void))dlsym(RTLD_DEFAULT, "gtk_layer_is_supported");
    void (*begin)(GtkWindow *) = (void (*)(GtkWindow *))dlsym(RTLD_DEFAULT, "gtk_layer_init_for_window");
    void (*anchor)(GtkWindow *, int, gboolean) =
        (void (*)(GtkWindow *, int, gboolean))dlsym(RTLD_DEFAULT, "gtk_layer_set_anchor");
    void (*take_keys)(GtkWindow *, int) =
        (void (*)(GtkWindow *, int))dlsym(RTLD_DEFAULT, "gtk_layer_set_keyboard_mode");
    if (is_supported == NULL || begin == NULL || anchor == NULL || take_keys == NULL || !is_supported()) {
        return false;
    }
    begin(window);
    anchor(window, 3 /* bottom */, TRUE);
    take_keys(window, 2 /* on demand */);
    return true;
}
