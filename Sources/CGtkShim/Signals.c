#include "CGtkShim.h"

#include <errno.h>
#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

// Data of a signal handler.
typedef struct {
    void *context;
    GCallback action;
    parlando_release release;
} Handler;

static int live_handlers;

static Handler *handler_new(void *context, GCallback action, parlando_release release) {
    Handler *handler = g_new(Handler, 1);
    *handler = (Handler){context, action, release};
    live_handlers++;
    return handler;
}

static void handler_free(gpointer data) {
    Handler *handler = data;
    live_handlers--;
    handler->release(handler->context);
    g_free(handler);
}

static void handler_free_closure(gpointer data, GClosure *closure) {
    (void)closure;
    handler_free(data);
}

int parlando_live_handlers(void) {
    return live_handlers;
}

// The closure owns the handler, which is freed when the signal is disconnected or the instance dies.
static void connect_closure(gpointer instance, const char *signal, Handler *handler, GClosureMarshal marshal) {
    GClosure *closure = g_closure_new_simple(sizeof(GClosure), handler);
    g_closure_add_finalize_notifier(closure, handler, handler_free_closure);
    g_closure_set_marshal(closure, marshal);
    g_signal_connect_closure(instance, signal, closure, FALSE);
}

static void marshal_action(GClosure *closure, GValue *result, guint count, const GValue *values, gpointer hint,
                           gpointer data) {
    (void)result, (void)count, (void)values, (void)hint, (void)data;
    Handler *handler = closure->data;
    ((parlando_action)handler->action)(handler->context);
}

void parlando_connect(gpointer instance, const char *signal, void *context, parlando_action action,
                      parlando_release release) {
    connect_closure(instance, signal, handler_new(context, G_CALLBACK(action), release), marshal_action);
}

static void marshal_number(GClosure *closure, GValue *result, guint count, const GValue *values, gpointer hint,
                           gpointer data) {
    (void)result, (void)hint, (void)data;
    g_return_if_fail(count >= 2);
    Handler *handler = closure->data;
    ((parlando_number)handler->action)(handler->context, g_value_get_int(&values[1]));
}

void parlando_connect_number(gpointer instance, const char *signal, void *context, parlando_number action,
                             parlando_release release) {
    connect_closure(instance, signal, handler_new(context, G_CALLBACK(action), release), marshal_number);
}

static void marshal_bytes(GClosure *closure, GValue *result, guint count, const GValue *values, gpointer hint,
                          gpointer data) {
    (void)result, (void)hint, (void)data;
    g_return_if_fail(count >= 3);
    Handler *handler = closure->data;
    ((parlando_bytes)handler->action)(handler->context, g_value_get_string(&values[1]), g_value_get_uint(&values[2]));
}

void parlando_connect_bytes(gpointer instance, const char *signal, void *context, parlando_bytes action,
                            parlando_release release) {
    connect_closure(instance, signal, handler_new(context, G_CALLBACK(action), release), marshal_bytes);
}

static void marshal_press(GClosure *closure, GValue *result, guint count, const GValue *values, gpointer hint,
                          gpointer data) {
    (void)result, (void)hint, (void)data;
    g_return_if_fail(count >= 4);
    Handler *handler = closure->data;
    ((parlando_press)handler->action)(handler->context, g_value_get_double(&values[2]), g_value_get_double(&values[3]));
}

void parlando_connect_press(GtkGesture *gesture, void *context, parlando_press action, parlando_release release) {
    connect_closure(gesture, "pressed", handler_new(context, G_CALLBACK(action), release), marshal_press);
}

static void marshal_close(GClosure *closure, GValue *result, guint count, const GValue *values, gpointer hint,
                          gpointer data) {
    (void)count, (void)values, (void)hint, (void)data;
    g_return_if_fail(result != NULL);
    Handler *handler = closure->data;
    // TRUE stops the window from closing.
    g_value_set_boolean(result, !((parlando_close)handler->action)(handler->context));
}

void parlando_connect_close(gpointer window, void *context, parlando_close action, parlando_release release) {
    connect_closure(window, "close-request", handler_new(context, G_CALLBACK(action), release), marshal_close);
}

static void marshal_options(GClosure *closure, GValue *result, guint count, const GValue *values, gpointer hint,
                            gpointer data) {
    (void)hint, (void)data;
    g_return_if_fail(count >= 2 && result != NULL);
    Handler *handler = closure->data;
    GVariantDict *options = g_value_get_boxed(&values[1]);
    g_value_set_int(result, ((parlando_options)handler->action)(handler->context, options));
}

void parlando_connect_options(GApplication *application, void *context, parlando_options action,
                              parlando_release release) {
    Handler *handler = handler_new(context, G_CALLBACK(action), release);
    connect_closure(application, "handle-local-options", handler, marshal_options);
}

static void marshal_event(GClosure *closure, GValue *result, guint count, const GValue *values, gpointer hint,
                          gpointer data) {
    (void)hint, (void)data;
    g_return_if_fail(count >= 2 && result != NULL);
    Handler *handler = closure->data;
    // GdkEvent is not a GObject, so g_value_get_object cannot be used.
    GdkEvent *event = g_value_peek_pointer(&values[1]);
    g_value_set_boolean(result, ((parlando_event)handler->action)(handler->context, event));
}

void parlando_connect_event(GtkEventController *controller, void *context, parlando_event action,
                            parlando_release release) {
    connect_closure(controller, "event", handler_new(context, G_CALLBACK(action), release), marshal_event);
}

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data) {
    (void)area;
    Handler *handler = data;
    ((parlando_draw)handler->action)(handler->context, cairo, width, height);
}

void parlando_set_draw(GtkWidget *area, void *context, parlando_draw action, parlando_release release) {
    Handler *handler = handler_new(context, G_CALLBACK(action), release);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, handler, handler_free);
}

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    (void)widget;
    Handler *handler = data;
    bool goes_on = ((parlando_tick)handler->action)(handler->context, gdk_frame_clock_get_frame_time(clock));
    return goes_on ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

void parlando_add_tick(GtkWidget *widget, void *context, parlando_tick action, parlando_release release) {
    gtk_widget_add_tick_callback(widget, tick, handler_new(context, G_CALLBACK(action), release), handler_free);
}

static gboolean ready(gint descriptor, GIOCondition condition, gpointer data) {
    (void)descriptor;
    Handler *handler = data;
    bool is_over = (condition & (G_IO_HUP | G_IO_ERR | G_IO_NVAL)) != 0;
    return ((parlando_ready)handler->action)(handler->context, is_over) ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

guint parlando_watch(int descriptor, bool is_writing, void *context, parlando_ready action, parlando_release release) {
    return g_unix_fd_add_full(GDK_PRIORITY_REDRAW - 1, descriptor, is_writing ? G_IO_OUT : G_IO_IN, ready,
                              handler_new(context, G_CALLBACK(action), release), handler_free);
}

static gboolean act_once(gpointer data) {
    Handler *handler = data;
    ((parlando_action)handler->action)(handler->context);
    return G_SOURCE_REMOVE;
}

guint parlando_after(unsigned milliseconds, void *context, parlando_action action, parlando_release release) {
    return g_timeout_add_full(G_PRIORITY_DEFAULT_IDLE, milliseconds, act_once,
                              handler_new(context, G_CALLBACK(action), release), handler_free);
}

static volatile sig_atomic_t end_signal;
static unsigned end_seconds;
static int end_pipe[2];

// Safe in a signal handler.
static void end_at_once(int number) {
    (void)number;
    signal(end_signal, SIG_DFL);
    raise(end_signal);
}

static void take_end_signal(int number) {
    if (end_signal == 0) {
        int error = errno;
        end_signal = number;
        // Also if the main loop does not turn.
        alarm(end_seconds);
        (void)!write(end_pipe[1], "", 1);
        errno = error;
    }
}

static gboolean end_was_asked(gint descriptor, GIOCondition condition, gpointer data) {
    (void)descriptor, (void)condition;
    return act_once(data);
}

void parlando_await_end(unsigned seconds, void *context, parlando_action action, parlando_release release) {
    if (end_seconds > 0 || !g_unix_open_pipe(end_pipe, FD_CLOEXEC, NULL)) {
        release(context);
        return;
    }
    end_seconds = seconds;
    g_unix_fd_add_full(G_PRIORITY_DEFAULT, end_pipe[0], G_IO_IN, end_was_asked,
                       handler_new(context, G_CALLBACK(action), release), handler_free);
    struct sigaction alarmed = {.sa_handler = end_at_once}, asked = {.sa_handler = take_end_signal};
    asked.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &alarmed, NULL);
    const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    for (size_t index = 0; index < G_N_ELEMENTS(numbers); index++) {
        struct sigaction former;
        if (sigaction(numbers[index], NULL, &former) == 0 && former.sa_handler != SIG_IGN) {
            sigaction(numbers[index], &asked, NULL);
        }
    }
}

void parlando_end(void) {
    if (end_signal != 0) {
        end_at_once(0);
    }
}

static void child_ended(GPid child, gint status, gpointer data) {
    g_spawn_close_pid(child);
    Handler *handler = data;
    ((parlando_number)handler->action)(handler->context, status);
}

void parlando_await_child(int child, void *context, parlando_number action, parlando_release release) {
    g_child_watch_add_full(G_PRIORITY_DEFAULT_IDLE, child, child_ended,
                           handler_new(context, G_CALLBACK(action), release), handler_free);
}
