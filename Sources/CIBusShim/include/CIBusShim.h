#pragma once
#include <stdbool.h>

#pragma clang assume_nonnull begin

// An engine of IBus is a subclass of a GObject class, which Swift cannot declare. These functions offer one engine in
// plain C. All of them must be called on one thread, on which the events arrive too while `parlando_input_run` runs.

/// Receives events. Texts are valid only during the call.
typedef struct {
    /// The daemon is there, for the first time or again.
    void (*connected)(void);
    /// The daemon has gone away.
    void (*disconnected)(void);
    /// The daemon has answered `parlando_input_choose`.
    void (*chosen)(bool is_done);
    /// The engine that is in use everywhere has changed; empty if there is none now.
    void (*changed)(const char *name);
    /// The engine now writes into this input context. Both texts are NULL if the daemon did not name it.
    void (*focused)(const char *_Nullable path, const char *_Nullable client);
    /// The engine no longer writes into this input context.
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

/// Connects to the daemon if it runs, and starts to receive events. Call once. Returns whether the daemon is there.
bool parlando_input_begin(const parlando_input_events *events);
/// Returns whether the daemon is there.
bool parlando_input_is_connected(void);
/// Passes events on until `parlando_input_quit` is called.
void parlando_input_run(void);
void parlando_input_quit(void);
/// Sends `waited` with the token after this many milliseconds.
void parlando_input_wait(unsigned milliseconds, unsigned token);
/// Offers the engine to the daemon. Returns whether the daemon accepts it. Needed again after each reconnection.
bool parlando_input_offer(const char *engine, const char *title);
/// Asks the daemon to use an engine everywhere. The answer is the event `chosen`.
void parlando_input_choose(const char *engine);
/// Leaves the daemon and then makes it use an engine everywhere. Nothing else may be called afterwards. The daemon drops
/// whatever engine is in use when a process that offered one leaves it, so the order matters. Returns whether that
/// engine is in use then.
bool parlando_input_leave(const char *engine);
/// Returns the name of the engine that is in use everywhere, or NULL if there is none. Free it.
char *_Nullable parlando_input_engine(void);
/// Returns the path of the input context with the focus, or NULL. Free it.
char *_Nullable parlando_input_focused(void);
/// Shows underlined text at the caret, in place of the earlier one; none if it is empty.
void parlando_input_show(const char *text);
/// Inserts text at the caret. Returns whether it has left this process.
bool parlando_input_commit(const char *text);
/// Asks the client for the text around the caret.
void parlando_input_ask(void);

#pragma clang assume_nonnull end
