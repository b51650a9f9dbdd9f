/// The parts of GTK that Swift cannot call: signals whose handler is released exactly once, variadic functions, and
/// libdispatch's main queue in GLib's main loop.
///
/// Everything is for the main thread. Nothing returns NULL unless its comment says so.
#pragma once

#include <adwaita.h>
#include <gtk/gtk.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: Objects

/// Returns a strong reference to a new object, floating or not. Ends the program if `object` is NULL, which GTK's
/// constructors never return, although their headers do not declare that.
gpointer parlando_hold(gpointer _Nullable object);

// MARK: Signals. One function for each shape of handler.

/// Called exactly once, when the handler is destroyed.
typedef void (*parlando_release)(void *context);

typedef void (*parlando_action)(void *context);
/// For a signal that returns nothing. Its arguments are ignored.
void parlando_connect(gpointer instance, const char *signal, void *context, parlando_action action,
                      parlando_release release);

typedef void (*parlando_number)(void *context, int number);
/// For a signal with an integer, such as `response` of a native dialog.
void parlando_connect_number(gpointer instance, const char *signal, void *context, parlando_number action,
                             parlando_release release);

typedef void (*parlando_bytes)(void *context, const char *_Nullable bytes, unsigned count);
/// For a signal with bytes, such as `commit` of a VTE terminal.
void parlando_connect_bytes(gpointer instance, const char *signal, void *context, parlando_bytes action,
                            parlando_release release);

typedef void (*parlando_press)(void *context, double x, double y);
/// The position is in the gesture's widget.
void parlando_connect_press(GtkGesture *gesture, void *context, parlando_press action, parlando_release release);

typedef bool (*parlando_close)(void *context);
/// `action` returns whether the window may close.
void parlando_connect_close(gpointer window, void *context, parlando_close action, parlando_release release);

typedef int (*parlando_options)(void *context, GVariantDict *options);
/// `action` returns an exit code, or -1 to continue.
void parlando_connect_options(GApplication *application, void *context, parlando_options action,
                              parlando_release release);

typedef bool (*parlando_event)(void *context, GdkEvent *event);
/// For a controller that receives events of every type. If `action` returns true, the event goes no further.
void parlando_connect_event(GtkEventController *controller, void *context, parlando_event action,
                            parlando_release release);

typedef void (*parlando_draw)(void *context, cairo_t *cairo, int width, int height);
/// In application pixels.
void parlando_set_draw(GtkWidget *area, void *context, parlando_draw draw, parlando_release release);

typedef bool (*parlando_tick)(void *context, int64_t microseconds);
/// Calls `tick` before each frame until it returns false.
void parlando_add_tick(GtkWidget *widget, void *context, parlando_tick tick, parlando_release release);

// MARK: Event sources. User input has priority over all of them. `g_source_remove` removes a source before its end.

typedef bool (*parlando_ready)(void *context, bool is_over);
/// Calls `action` whenever a descriptor is readable or writable, until it returns false. `is_over` tells whether the
/// other end is closed. The calls come before drawing, so that the next frame shows the new data; a caller that reads
/// much must pause, so that frames are drawn.
guint parlando_watch(int descriptor, bool is_writing, void *context, parlando_ready action, parlando_release release);
/// Once, as soon as nothing is waiting to be drawn.
guint parlando_after(unsigned milliseconds, void *context, parlando_action action, parlando_release release);
/// Once, when this process first gets SIGTERM, SIGINT or SIGHUP, unless that is ignored (as by nohup). The signal ends
/// it so many seconds later, or at `parlando_end`. Once in a process.
void parlando_await_end(unsigned seconds, void *context, parlando_action action, parlando_release release);
/// Ends this process by the signal that was awaited.
void parlando_end(void);
/// Once, with the status from `waitpid`.
void parlando_await_child(int child, void *context, parlando_number action, parlando_release release);

/// Handlers that have not been released.
int parlando_live_handlers(void);

// MARK: Main queue

/// Lets Swift's main actor run in GLib's main loop. Call once, before the loop runs. Returns false if the runtime does
/// not offer its main queue.
bool parlando_attach_main_queue(void);

// MARK: Functions with a variable number of arguments

/// Read out by assistive technologies.
void parlando_set_accessible_label(GtkWidget *widget, const char *label);
/// Whether a command is in progress.
void parlando_set_accessible_busy(GtkWidget *widget, bool is_busy);
/// Of a toggle button.
void parlando_set_accessible_pressed(GtkWidget *widget, bool is_pressed);
/// The purpose of a text field, shown while it is empty.
void parlando_set_accessible_placeholder(GtkWidget *widget, const char *text);
/// Call before the widget is shown. The changes of a label with the role of a status are announced.
void parlando_set_role(GtkWidget *widget, GtkAccessibleRole role);
void parlando_set_accessible_selected(GtkWidget *widget, bool is_selected);
/// Keeps the target equal to the source.
void parlando_bind(gpointer source, const char *source_property, gpointer target, const char *target_property);

/// Keeps a window above those of other programs where the desktop allows it: on X11, and on Wayland with
/// gtk4-layer-shell. Returns whether that is so. Call before the window is shown.
bool parlando_keep_above(GtkWindow *window);

// MARK: Layout

/// Two children side by side if the box is at least `threshold` application pixels wide, otherwise one above the other.
/// Both get the same share.
void parlando_use_pair_layout(GtkWidget *box, int threshold, int spacing);

/// For a line that is narrower than the box.
typedef enum {
    PARLANDO_WRAP_CENTRED,
    /// Centred. A child that can be shortened gets what is left of its line, instead of a new one.
    PARLANDO_WRAP_SHORTENED,
    /// Every child is widened by the same amount.
    PARLANDO_WRAP_FILLED,
    /// Equally wide if each child then has room for its text; otherwise filled.
    PARLANDO_WRAP_EVEN,
    /// The first child at the beginning of the line, all others at the end.
    PARLANDO_WRAP_ENDS,
    /// All at the end of the line.
    PARLANDO_WRAP_AT_END,
} parlando_wrap;

/// Side by side, with a new line if the next child does not fit.
void parlando_use_wrap_layout(GtkWidget *box, parlando_wrap mode, int spacing);

/// Shows the last lines of a label, as many as are whole.
GtkWidget *parlando_lines_new(GtkWidget *label);

/// The widgets around it keep their own direction.
void parlando_set_right_to_left(GtkWidget *widget, bool is_right_to_left);

/// Shows what `parlando_set_heading` sets.
void parlando_use_headings(GtkListBox *list);
/// Above a row; an empty text removes it.
void parlando_set_heading(GtkListBoxRow *row, const char *text);

// MARK: Terminals

/// Turns off the packet mode (TIOCPKT) of VTE, so that a read returns no status byte.
void parlando_leave_packet_mode(int terminal);

/// Whether a process group has a process, of any user.
bool parlando_group_exists(int group);

/// Makes VTE process what it was fed in the next iteration of the main loop. VTE before 0.76 waits for 10 ms, or up to
/// 30 ms if it has drawn recently; no public function shortens this. Returns false if there was no wait to shorten.
bool parlando_hasten_terminals(void);

/// Processor time of the calling thread.
double parlando_thread_seconds(void);

// MARK: Files

typedef void (*parlando_files)(void *context, GFile *_Nonnull *_Nonnull files, int count);
/// `action` gets the files that the desktop or the command line passes.
void parlando_connect_open(GApplication *application, void *context, parlando_files action, parlando_release release);
/// Accepts files dropped on its widget, which takes ownership of the controller.
GtkEventController *parlando_file_drop(void *context, parlando_files action, parlando_release release);

// MARK: Clipboard

typedef void (*parlando_clipboard_bytes)(void *context, GBytes *_Nullable bytes);
/// Reads the clipboard as one MIME type. Calls `action` exactly once, with NULL if there is no such content or its
/// owner does not deliver it in time.
void parlando_read_clipboard(GdkClipboard *clipboard, const char *type, unsigned milliseconds, void *context,
                             parlando_clipboard_bytes action);

/// Content that asks clipboard histories not to store the rest, as of password managers.
GdkContentProvider *parlando_clipboard_hint(void);
/// Lets other programs read that on X11: GDK announces it, but delivers only types whose name contains a slash. Has no
/// effect on Wayland, where the compositor reads through GDK alone. Call once for a clipboard.
void parlando_answer_clipboard_hint(GdkClipboard *clipboard);

// MARK: Settings

/// NULL if the schema is not installed, where `g_settings_new` would end the program.
GSettings *_Nullable parlando_settings(const char *schema);

// MARK: Text tags. Each belongs to its buffer.

/// For words that may still change.
GtkTextTag *parlando_interim_tag(GtkTextBuffer *buffer);
/// For doubtful words: a dotted underline, so that colour is not the only sign.
GtkTextTag *parlando_doubtful_tag(GtkTextBuffer *buffer);
/// For timestamps, which cannot be edited.
GtkTextTag *parlando_timestamp_tag(GtkTextBuffer *buffer);
/// For the word of a recording that is being played: underlined, so that colour is not the only sign.
GtkTextTag *parlando_heard_tag(GtkTextBuffer *buffer);
/// For what was found: underlined, the match that the user has come to twice.
GtkTextTag *parlando_found_tag(GtkTextBuffer *buffer, bool is_current);
/// - Parameter property: such as "foreground-rgba".
void parlando_tag_set_colour(GtkTextTag *tag, const char *property, const GdkRGBA *colour);

// MARK: Control from other programs, on the session bus.

#define PARLANDO_CONTROL_INTERFACE "io.github.parlando.Dictation"

/// The options are language and model, for `Captions` source and translate.
typedef char *_Nullable (*parlando_method)(void *context, const char *method, const char *_Nullable first,
                                           const char *_Nullable second);
/// Exports the interface at the object path of the application, which must be registered. `action` gets the name of
/// each command and its options. It returns why the command is refused, for `g_free`. Returns false and releases
/// `context` if there is no bus, or an interface has been exported before.
bool parlando_control_export(GApplication *application, const char *state, void *context, parlando_method action,
                             parlando_release release);

typedef void (*parlando_programs)(void *context, const char *_Nonnull const *_Nonnull programs, unsigned count);
/// `action` gets the file names of the programs that have subscribed to the text, whenever they change. Call once,
/// after an export that succeeded.
void parlando_control_watch(void *context, parlando_programs action, parlando_release release);

/// Also emits `PropertiesChanged`.
void parlando_control_state(GApplication *application, const char *state);
/// Only to the programs that have subscribed.
void parlando_control_interim(GApplication *application, const char *text);
void parlando_control_final(GApplication *application, const char *text, bool begins_paragraph);

#pragma clang assume_nonnull end
