/// The parts of GTK that Swift cannot say: signals whose handler is released exactly once, functions with a variable
/// number of arguments, and libdispatch's main queue inside GLib's loop.
///
/// Everything here runs on the main thread and never returns NULL unless it says so.
#pragma once

#include <adwaita.h>
#include <gtk/gtk.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: Objects

/// A strong reference to a new object: sinks a floating one, refers once more to any other.
///
/// GTK's constructors never return NULL, but their headers do not promise it; this does.
gpointer parlando_hold(gpointer _Nullable object);

// MARK: Signals. One function for each shape of handler.

/// Gives `context` back; called exactly once, when the handler goes away.
typedef void (*parlando_release)(void *context);

typedef void (*parlando_action)(void *context);
/// Connects a signal of any shape whose arguments do not matter and which returns nothing.
void parlando_connect(gpointer instance, const char *signal, void *context, parlando_action action,
                      parlando_release release);

typedef void (*parlando_number)(void *context, int number);
/// Connects a signal whose argument is a number, such as `response` of a native dialog.
void parlando_connect_number(gpointer instance, const char *signal, void *context, parlando_number action,
                             parlando_release release);

typedef void (*parlando_bytes)(void *context, const char *_Nullable bytes, unsigned count);
/// Connects a signal whose arguments are bytes and how many they are, such as `commit` of a terminal.
void parlando_connect_bytes(gpointer instance, const char *signal, void *context, parlando_bytes action,
                            parlando_release release);

typedef void (*parlando_press)(void *context, double x, double y);
/// Connects `pressed` of a gesture that waits for clicks, with the place in its widget.
void parlando_connect_press(GtkGesture *gesture, void *context, parlando_press action, parlando_release release);

typedef bool (*parlando_close)(void *context);
/// Connects `close-request` of a window: answers whether it may close.
void parlando_connect_close(gpointer window, void *context, parlando_close action, parlando_release release);

typedef int (*parlando_options)(void *context, GVariantDict *options);
/// Connects `handle-local-options`: answers with an exit code, or -1 to go on.
void parlando_connect_options(GApplication *application, void *context, parlando_options action,
                              parlando_release release);

typedef bool (*parlando_event)(void *context, GdkEvent *event);
/// Connects `event` of a controller for events of every kind: true keeps the event from everybody else.
void parlando_connect_event(GtkEventController *controller, void *context, parlando_event action,
                            parlando_release release);

typedef void (*parlando_draw)(void *context, cairo_t *cairo, int width, int height);
/// Draws a drawing area; sizes in application pixels.
void parlando_set_draw(GtkWidget *area, void *context, parlando_draw draw, parlando_release release);

typedef bool (*parlando_tick)(void *context, int64_t microseconds);
/// Runs before each frame, with the frame's time, until it answers false.
void parlando_add_tick(GtkWidget *widget, void *context, parlando_tick tick, parlando_release release);

// MARK: Sources. All come after input; each is taken away by `g_source_remove`, or ends as it says.

typedef bool (*parlando_ready)(void *context, bool is_over);
/// Calls whenever a file can be read, or written, until the answer is false; `is_over`: the other end is closed. Comes
/// before drawing, so that what is drawn is new: whoever reads much leaves pauses.
guint parlando_watch(int descriptor, bool is_writing, void *context, parlando_ready action, parlando_release release);
/// Calls once, after a while, when nothing is to be drawn.
guint parlando_after(unsigned milliseconds, void *context, parlando_action action, parlando_release release);
/// Calls once, with the status of `waitpid`, when a child of this process has ended.
void parlando_await_child(int child, void *context, parlando_number action, parlando_release release);

/// How many handlers are connected; falls back to its start when every widget is gone.
int parlando_live_handlers(void);

// MARK: Main queue

/// Lets Swift's main actor run inside GLib's loop. Call once, on the main thread, before the loop runs. False: the
/// runtime does not offer its main queue.
bool parlando_attach_main_queue(void);

// MARK: Functions with a variable number of arguments

/// The name that assistive technologies read out.
void parlando_set_accessible_label(GtkWidget *widget, const char *label);
/// Whether a command is under way.
void parlando_set_accessible_busy(GtkWidget *widget, bool is_busy);
/// Whether something that is pressed to be chosen is chosen.
void parlando_set_accessible_pressed(GtkWidget *widget, bool is_pressed);
/// What a text field is for, where nothing is typed yet.
void parlando_set_accessible_placeholder(GtkWidget *widget, const char *text);
/// Makes a label a line of news: its changes are announced. Call before the widget is shown.
void parlando_set_status_role(GtkWidget *widget);
/// Makes a drawing a picture, whose name says what it shows. Call before the widget is shown.
void parlando_set_picture_role(GtkWidget *widget);

// Gives a container the accessible role of a group, so that its name is read. Call before it is shown.
void parlando_set_group_role(GtkWidget *widget);
/// Gives a container the accessible role of a row of tabs, and a button in it that of a tab. Call before it is shown.
void parlando_set_tab_list_role(GtkWidget *widget);
void parlando_set_tab_role(GtkWidget *widget);
/// Whether a tab is the one that is shown.
void parlando_set_accessible_selected(GtkWidget *widget, bool is_selected);
/// Keeps `target_property` equal to `source_property`.
void parlando_bind(gpointer source, const char *source_property, gpointer target, const char *target_property);

// MARK: Layout

/// Lays the two children of a box side by side where `threshold` application pixels are there, one above the other
/// where they are not; both get the same room.
void parlando_use_pair_layout(GtkWidget *box, int threshold, int spacing);

/// Where the children of a line stand that does not need all of the width.
typedef enum {
    PARLANDO_WRAP_CENTRED,
    /// Wider, by the same amount each.
    PARLANDO_WRAP_FILLED,
    /// All equally wide, if each still has room for its text.
    PARLANDO_WRAP_EVEN,
    /// The first child at the beginning, all others at the end.
    PARLANDO_WRAP_ENDS,
} parlando_wrap;

/// Lays the children of a box side by side, and begins a new line wherever the next one does not fit: with large text
/// in a narrow window.
void parlando_use_wrap_layout(GtkWidget *box, parlando_wrap mode, int spacing);

/// Whether text runs from right to left; for the widget itself, not for its surroundings.
void parlando_set_right_to_left(GtkWidget *widget, bool is_right_to_left);

/// Shows above each row of a list the heading that `parlando_set_heading` has given to it.
void parlando_use_headings(GtkListBox *list);
/// Sets the heading above a row; an empty text removes it.
void parlando_set_heading(GtkListBoxRow *row, const char *text);

// MARK: Terminals

/// Lets what is read from a pseudo-terminal be what was written, without the state before it that VTE asks for.
void parlando_leave_packet_mode(int terminal);

/// Whether a process group has a process, of whatever user.
bool parlando_group_exists(int group);

/// Lets VTE work through what it was fed as soon as the main loop comes to it. VTE before 0.76 waits for 10 ms, and for
/// up to 30 ms where it has drawn lately, for it was made for programs that write much; nothing public shortens that.
/// Answers whether there was anything to hasten: a newer VTE is left alone. Main thread only.
bool parlando_hasten_terminals(void);

/// Seconds of processor time that this thread has used.
double parlando_thread_seconds(void);

// MARK: Files

typedef void (*parlando_files)(void *context, GFile *_Nonnull *_Nonnull files, int count);
/// Connects `open` of an application: files that the desktop or the command line passes on.
void parlando_connect_open(GApplication *application, void *context, parlando_files action, parlando_release release);
/// A controller by which a widget takes files that are dropped on it; the widget it is added to owns it.
GtkEventController *parlando_file_drop(void *context, parlando_files action, parlando_release release);

// MARK: Clipboard

typedef void (*parlando_clipboard_bytes)(void *context, GBytes *_Nullable bytes);
/// Reads what the clipboard holds as one type. Calls exactly once; NULL: it cannot be had, or whoever owns it did not
/// answer in time.
void parlando_read_clipboard(GdkClipboard *clipboard, const char *type, unsigned milliseconds, void *context,
                             parlando_clipboard_bytes action);

/// Content by which password managers ask that what is on the clipboard beside it is not kept by a history of the
/// clipboard.
GdkContentProvider *parlando_clipboard_hint(void);
/// Lets others read that content: GDK offers it, but gives out only types whose name has a slash. On X11; a Wayland
/// compositor asks GDK alone. Call once for a clipboard.
void parlando_answer_clipboard_hint(GdkClipboard *clipboard);

// MARK: Settings

/// The settings of a schema, or NULL where the schema is not installed (`g_settings_new` would end the program).
GSettings *_Nullable parlando_settings(const char *schema);

// MARK: Text tags. Each belongs to its buffer.

/// Words that may still change.
GtkTextTag *parlando_interim_tag(GtkTextBuffer *buffer);
/// Words the recogniser was not sure of: a dotted line, so that colour is not the only sign.
GtkTextTag *parlando_doubtful_tag(GtkTextBuffer *buffer);
/// Times, which cannot be edited.
GtkTextTag *parlando_timestamp_tag(GtkTextBuffer *buffer);
/// The word of a recording that is heard: underlined, so that colour is not the only sign.
GtkTextTag *parlando_heard_tag(GtkTextBuffer *buffer);
void parlando_tag_set_background(GtkTextTag *tag, const GdkRGBA *colour);
void parlando_tag_set_foreground(GtkTextTag *tag, const GdkRGBA *colour);
void parlando_tag_set_underline(GtkTextTag *tag, const GdkRGBA *colour);

// MARK: Control from other programs, on the session bus.

#define PARLANDO_CONTROL_INTERFACE "io.github.parlando.Dictation"

typedef void (*parlando_method)(void *context, const char *method);
/// Exports the interface at the path of the application, which has to be registered. `action` gets the name of each
/// method that is called. Answers false, and gives `context` back, if there is no bus.
bool parlando_control_export(GApplication *application, const char *state, void *context, parlando_method action,
                             parlando_release release);

/// Changes the property `State`, and says so.
void parlando_control_state(GApplication *application, const char *state);
void parlando_control_interim(GApplication *application, const char *text);
void parlando_control_final(GApplication *application, const char *text, bool begins_paragraph);

#pragma clang assume_nonnull end
