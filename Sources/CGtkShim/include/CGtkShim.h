/// Wrappers for the parts of GTK that Swift cannot call directly: signals whose handler is released exactly once,
/// functions with a variable number of arguments, and libdispatch's main queue in GLib's main loop.
///
/// All functions must be called on the main thread. They never return NULL unless their comment says so.
#pragma once

#include <adwaita.h>
#include <gtk/gtk.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: Objects

/// Returns a strong reference to a new object: takes over a floating reference, or adds a reference to any other
/// object.
///
/// Ends the program if `object` is NULL. GTK's constructors never return NULL, but their headers do not declare that.
gpointer parlando_hold(gpointer _Nullable object);

// MARK: Signals. One function for each shape of handler.

/// Releases `context`. Called exactly once, when the handler is destroyed.
typedef void (*parlando_release)(void *context);

typedef void (*parlando_action)(void *context);
/// Connects a signal that returns nothing. Its arguments are ignored.
void parlando_connect(gpointer instance, const char *signal, void *context, parlando_action action,
                      parlando_release release);

typedef void (*parlando_number)(void *context, int number);
/// Connects a signal whose argument is an integer, such as `response` of a native dialog.
void parlando_connect_number(gpointer instance, const char *signal, void *context, parlando_number action,
                             parlando_release release);

typedef void (*parlando_bytes)(void *context, const char *_Nullable bytes, unsigned count);
/// Connects a signal whose arguments are bytes and their number, such as `commit` of a VTE terminal.
void parlando_connect_bytes(gpointer instance, const char *signal, void *context, parlando_bytes action,
                            parlando_release release);

typedef void (*parlando_press)(void *context, double x, double y);
/// Connects `pressed` of a click gesture. `action` gets the position in the gesture's widget.
void parlando_connect_press(GtkGesture *gesture, void *context, parlando_press action, parlando_release release);

typedef bool (*parlando_close)(void *context);
/// Connects `close-request` of a window. `action` returns whether the window may close.
void parlando_connect_close(gpointer window, void *context, parlando_close action, parlando_release release);

typedef int (*parlando_options)(void *context, GVariantDict *options);
/// Connects `handle-local-options`. `action` returns an exit code, or -1 to continue.
void parlando_connect_options(GApplication *application, void *context, parlando_options action,
                              parlando_release release);

typedef bool (*parlando_event)(void *context, GdkEvent *event);
/// Connects `event` of a controller that receives events of every type. If `action` returns true, the event is not
/// propagated further.
void parlando_connect_event(GtkEventController *controller, void *context, parlando_event action,
                            parlando_release release);

typedef void (*parlando_draw)(void *context, cairo_t *cairo, int width, int height);
/// Sets the function that draws a drawing area. Width and height are in application pixels.
void parlando_set_draw(GtkWidget *area, void *context, parlando_draw draw, parlando_release release);

typedef bool (*parlando_tick)(void *context, int64_t microseconds);
/// Calls `tick` before each frame, with the frame's time in microseconds, until `tick` returns false.
void parlando_add_tick(GtkWidget *widget, void *context, parlando_tick tick, parlando_release release);

// MARK: Event sources. User input has priority over all of them. `g_source_remove` removes a source before its end.

typedef bool (*parlando_ready)(void *context, bool is_over);
/// Calls `action` whenever a file descriptor is readable, or writable if `is_writing`, until `action` returns false.
/// `is_over` tells whether the other end is closed. The calls come before drawing, so that the next frame shows the new
/// data; a caller that reads much must therefore pause, so that frames are drawn.
guint parlando_watch(int descriptor, bool is_writing, void *context, parlando_ready action, parlando_release release);
/// Calls `action` once, after the given time, as soon as nothing is waiting to be drawn.
guint parlando_after(unsigned milliseconds, void *context, parlando_action action, parlando_release release);
/// Calls `action` once, with the status from `waitpid`, when a child process has ended.
void parlando_await_child(int child, void *context, parlando_number action, parlando_release release);

/// Returns the number of handlers that have not been released. Once every widget is destroyed, it is back at its
/// initial value.
int parlando_live_handlers(void);

// MARK: Main queue

/// Lets Swift's main actor run in GLib's main loop. Call once, on the main thread, before the loop runs. Returns false
/// if the runtime does not offer its main queue.
bool parlando_attach_main_queue(void);

// MARK: Functions with a variable number of arguments

/// Sets the accessible name, which assistive technologies read out.
void parlando_set_accessible_label(GtkWidget *widget, const char *label);
/// Sets the accessible state that tells whether a command is in progress.
void parlando_set_accessible_busy(GtkWidget *widget, bool is_busy);
/// Sets the accessible state that tells whether a toggle button is pressed.
void parlando_set_accessible_pressed(GtkWidget *widget, bool is_pressed);
/// Sets the accessible placeholder of a text field: its purpose, shown while it is empty.
void parlando_set_accessible_placeholder(GtkWidget *widget, const char *text);
/// Gives a label the accessible role of a status line, so that its changes are announced. Call before the widget is
/// shown.
void parlando_set_status_role(GtkWidget *widget);
/// Gives a drawing the accessible role of an image, so that its name is read. Call before the widget is shown.
void parlando_set_picture_role(GtkWidget *widget);

/// Gives a container the accessible role of a group, so that its name is read. Call before the widget is shown.
void parlando_set_group_role(GtkWidget *widget);
/// Gives a container the accessible role of a tab list, or a button in it the role of a tab. Call before the widget is
/// shown.
void parlando_set_tab_list_role(GtkWidget *widget);
void parlando_set_tab_role(GtkWidget *widget);
/// Sets the accessible state that tells whether a tab is selected.
void parlando_set_accessible_selected(GtkWidget *widget, bool is_selected);
/// Keeps `target_property` equal to `source_property`.
void parlando_bind(gpointer source, const char *source_property, gpointer target, const char *target_property);

// MARK: Layout

/// Lays out the two children of a box side by side if the box is at least `threshold` application pixels wide,
/// otherwise one above the other. Both get the same share of the space.
void parlando_use_pair_layout(GtkWidget *box, int threshold, int spacing);

/// Layout of the children of a line that is narrower than the box.
typedef enum {
    PARLANDO_WRAP_CENTRED,
    /// Every child is widened by the same amount, so that the line is filled.
    PARLANDO_WRAP_FILLED,
    /// All children are equally wide if each then has room for its text; otherwise as in `PARLANDO_WRAP_FILLED`.
    PARLANDO_WRAP_EVEN,
    /// The first child is at the beginning of the line, all others are at the end.
    PARLANDO_WRAP_ENDS,
    /// All children are at the end of the line.
    PARLANDO_WRAP_AT_END,
} parlando_wrap;

/// Lays out the children of a box side by side, and begins a new line if the next child does not fit, as with large
/// text in a narrow window.
void parlando_use_wrap_layout(GtkWidget *box, parlando_wrap mode, int spacing);

/// Sets whether text in the widget runs from right to left. The widgets around it keep their own direction.
void parlando_set_right_to_left(GtkWidget *widget, bool is_right_to_left);

/// Lets a list show the headings that `parlando_set_heading` sets for its rows.
void parlando_use_headings(GtkListBox *list);
/// Sets the heading above a row; an empty text removes it.
void parlando_set_heading(GtkListBoxRow *row, const char *text);

// MARK: Terminals

/// Turns off the packet mode (TIOCPKT) that VTE has turned on, so that reading from the pseudo-terminal returns only
/// what was written, without a status byte before it.
void parlando_leave_packet_mode(int terminal);

/// Returns whether a process group has at least one process, of any user.
bool parlando_group_exists(int group);

/// Makes VTE process the data that it was fed already in the next iteration of the main loop. VTE before 0.76 waits
/// for 10 ms, or for up to 30 ms if it has drawn recently, to process more output at once; no public function shortens
/// this wait. Returns false if there was no wait to shorten, as with newer versions of VTE. Main thread only.
bool parlando_hasten_terminals(void);

/// Returns the processor time that the calling thread has used, in seconds.
double parlando_thread_seconds(void);

// MARK: Files

typedef void (*parlando_files)(void *context, GFile *_Nonnull *_Nonnull files, int count);
/// Connects `open` of an application. `action` gets the files that the desktop or the command line passes.
void parlando_connect_open(GApplication *application, void *context, parlando_files action, parlando_release release);
/// Returns a controller that accepts files dropped on its widget. The widget to which the controller is added takes
/// ownership of the controller.
GtkEventController *parlando_file_drop(void *context, parlando_files action, parlando_release release);

// MARK: Clipboard

typedef void (*parlando_clipboard_bytes)(void *context, GBytes *_Nullable bytes);
/// Reads the content of the clipboard as one MIME type. Calls `action` exactly once, with NULL if the content is not
/// available or the clipboard's owner does not deliver it within the given time.
void parlando_read_clipboard(GdkClipboard *clipboard, const char *type, unsigned milliseconds, void *context,
                             parlando_clipboard_bytes action);

/// Returns clipboard content that asks clipboard histories not to store the rest of the clipboard's content. Password
/// managers use the same hint.
GdkContentProvider *parlando_clipboard_hint(void);
/// Lets other programs read the content from `parlando_clipboard_hint` on X11: GDK announces it, but delivers only
/// types whose name contains a slash. Has no effect on Wayland, where the compositor reads the content through GDK
/// alone. Call once for a clipboard.
void parlando_answer_clipboard_hint(GdkClipboard *clipboard);

// MARK: Settings

/// Returns the settings of a schema, or NULL if the schema is not installed. `g_settings_new` would end the program.
GSettings *_Nullable parlando_settings(const char *schema);

// MARK: Text tags. Each belongs to its buffer.

/// Creates the tag for words that may still change.
GtkTextTag *parlando_interim_tag(GtkTextBuffer *buffer);
/// Creates the tag for words that the recogniser was not sure of: a dotted underline, so that colour is not the only
/// sign.
GtkTextTag *parlando_doubtful_tag(GtkTextBuffer *buffer);
/// Creates the tag for timestamps, which cannot be edited.
GtkTextTag *parlando_timestamp_tag(GtkTextBuffer *buffer);
/// Creates the tag for the word of a recording that is being played: underlined, so that colour is not the only sign.
GtkTextTag *parlando_heard_tag(GtkTextBuffer *buffer);
void parlando_tag_set_background(GtkTextTag *tag, const GdkRGBA *colour);
void parlando_tag_set_foreground(GtkTextTag *tag, const GdkRGBA *colour);
void parlando_tag_set_underline(GtkTextTag *tag, const GdkRGBA *colour);

// MARK: Control from other programs, on the session bus.

#define PARLANDO_CONTROL_INTERFACE "io.github.parlando.Dictation"

typedef void (*parlando_method)(void *context, const char *method);
/// Exports the control interface at the object path of the application, which must be registered. `action` gets the
/// name of each command that is called. Returns false and releases `context` if there is no bus, or if an interface has
/// been exported before.
bool parlando_control_export(GApplication *application, const char *state, void *context, parlando_method action,
                             parlando_release release);

typedef void (*parlando_programs)(void *context, const char *_Nonnull const *_Nonnull programs, unsigned count);
/// Sets what gets the file names of the programs that have subscribed to the text, whenever they change. Call once,
/// after an export that succeeded.
void parlando_control_watch(void *context, parlando_programs action, parlando_release release);

/// Sets the property `State` and emits `PropertiesChanged`.
void parlando_control_state(GApplication *application, const char *state);
/// Send text to the programs that have subscribed to it, and to no other.
void parlando_control_interim(GApplication *application, const char *text);
void parlando_control_final(GApplication *application, const char *text, bool begins_paragraph);

#pragma clang assume_nonnull end
