#pragma once
#include <stdbool.h>

#pragma clang assume_nonnull begin

// An engine of IBus is a subclass of a GObject class, which Swift cannot declare. These functions offer one in plain C,
// for one thread. Events arrive while `parlando_input_run` runs.

/// Texts are valid only during the call.
typedef struct {
    /// For the first time or again.
    void (*connected)(void);
    void (*disconnected)(void);
    /// The answer to `parlando_input_choose`.
    void (*chosen)(bool is_done);
    /// In all applications; `name` is empty if there is no engine.
    void (*changed)(const char *name);
    /// Both texts are NULL if the daemon did not name the input context.
    void (*focused)(const char *_Nullable path, const char *_Nullable client);
    /// NULL if the daemon did not name the input context.
    void (*blurred)(const char *_Nullable path);
    /// `IBusInputPurpose`.
    void (*purpose)(unsigned purpose);
    /// `IBusCapabilite`.
    void (*capabilities)(unsigned capabilities);
    /// Positions in characters.
    void (*surroundings)(const char *text, unsigned caret, unsigned anchor);
    /// The caret was moved, or is in another field.
    void (*reset)(void);
    /// From standard input, without line feed; NULL at the end.
    void (*line)(const char *_Nullable line);
    /// By a signal.
    void (*terminated)(void);
    /// After `parlando_input_wait`.
    void (*waited)(unsigned token);
} parlando_input_events;

/// Starts to receive events. Call once. Returns whether the daemon is running.
bool parlando_input_begin(const parlando_input_events *events);
bool parlando_input_is_connected(void);
/// Until `parlando_input_quit`.
void parlando_input_run(void);
void parlando_input_quit(void);
/// Sends `waited` with the token.
void parlando_input_wait(unsigned milliseconds, unsigned token);
/// Returns whether the daemon accepts the engine. Needed again after each reconnection.
bool parlando_input_offer(const char *engine, const char *title);
/// In all applications. The answer is the event `chosen`.
void parlando_input_choose(const char *engine);
/// Disconnects from the daemon, then makes it use an engine in all applications: when a process that offered an engine
/// disconnects, the daemon drops whatever engine is in use. Nothing else may be called afterwards. Returns whether the
/// engine is in use.
bool parlando_input_leave(const char *engine);
/// In use in all applications, or NULL. The caller frees it.
char *_Nullable parlando_input_engine(void);
/// Of the input context with the focus, or NULL. The caller frees it.
char *_Nullable parlando_input_focused(void);
/// Underlined at the caret, in place of what was shown before; empty for nothing.
void parlando_input_show(const char *text);
/// Returns whether the text was sent to the daemon.
bool parlando_input_commit(const char *text);
/// Deletes `text` if it stands before the caret and nothing is selected, as far as the application has told. Returns
/// whether it does, and that was sent to the daemon.
bool parlando_input_erase(const char *text);
/// Asks for the text around the caret.
void parlando_input_ask(void);

#pragma clang assume_nonnull end
