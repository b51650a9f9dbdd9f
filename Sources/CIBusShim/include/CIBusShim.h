#pragma once
#include <stdbool.h>

#pragma clang assume_nonnull begin

// An engine of IBus is a subclass of a GObject class, which Swift cannot declare. These functions offer one engine in
// plain C. All of them must be called on one thread. Events arrive on that thread while `parlando_input_run` runs.

/// Receives events. Texts are valid only during the call.
typedef struct {
    /// This process is connected to the daemon, for the first time or again.
    void (*connected)(void);
    /// The connection to the daemon is lost.
    void (*disconnected)(void);
    /// The daemon has answered `parlando_input_choose`.
    void (*chosen)(bool is_done);
    /// Another engine is in use in all applications now; `name` is empty if there is none.
    void (*changed)(const char *name);
    /// This input context has got the focus. Both texts are NULL if the daemon did not name the context.
    void (*focused)(const char *_Nullable path, const char *_Nullable client);
    /// This input context has lost the focus. `path` is NULL if the daemon did not name the context.
    void (*blurred)(const char *_Nullable path);
    /// `IBusInputPurpose` of the field.
    void (*purpose)(unsigned purpose);
    /// `IBusCapabilite` of the client.
    void (*capabilities)(unsigned capabilities);
    /// Text around the caret; positions in characters.
    void (*surroundings)(const char *text, unsigned caret, unsigned anchor);
    /// The client has reset the field: the caret was moved, or is in another field.
    void (*reset)(void);
    /// A line has arrived on standard input, without its line feed; NULL at the end.
    void (*line)(const char *_Nullable line);
    /// The process was asked to end by a signal.
    void (*terminated)(void);
    /// The time that was passed to `parlando_input_wait` is over.
    void (*waited)(unsigned token);
} parlando_input_events;

/// Connects to the daemon if it runs, and starts to receive events. Call once. Returns whether the daemon is running.
bool parlando_input_begin(const parlando_input_events *events);
/// Returns whether this process is connected to the daemon.
bool parlando_input_is_connected(void);
/// Delivers events until `parlando_input_quit` is called.
void parlando_input_run(void);
void parlando_input_quit(void);
/// Sends `waited` with the token after this many milliseconds.
void parlando_input_wait(unsigned milliseconds, unsigned token);
/// Offers the engine to the daemon. Returns whether the daemon accepts it. Needed again after each reconnection.
bool parlando_input_offer(const char *engine, const char *title);
/// Asks the daemon to use an engine in all applications. The answer is the event `chosen`.
void parlando_input_choose(const char *engine);
/// Disconnects from the daemon, then makes it use an engine in all applications. Nothing else may be called afterwards.
/// The order matters: when a process that offered an engine disconnects, the daemon drops whatever engine is in use.
/// Returns whether the given engine is in use then.
bool parlando_input_leave(const char *engine);
/// Returns the name of the engine in use in all applications, or NULL if there is none. The caller frees the name.
char *_Nullable parlando_input_engine(void);
/// Returns the path of the input context with the focus, or NULL if there is none. The caller frees the path.
char *_Nullable parlando_input_focused(void);
/// Shows underlined text at the caret, in place of the text shown before. An empty text shows nothing.
void parlando_input_show(const char *text);
/// Inserts text at the caret. Returns whether the text was sent to the daemon.
bool parlando_input_commit(const char *text);
/// Asks the client for the text around the caret.
void parlando_input_ask(void);

#pragma clang assume_nonnull end
