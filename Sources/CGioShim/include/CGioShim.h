#pragma once
#include <gio/gio.h>

#pragma clang assume_nonnull begin

typedef void (*parlando_settings_action)(void *context);

/// Connects the signal "changed", whatever the key. GLib's own call takes an untyped function, which Swift cannot give
/// safely. `release` is called once, when the handler goes away.
gulong parlando_settings_connect_changed(GSettings *settings, void *context, parlando_settings_action action,
                                         parlando_settings_action release);

/// Forgets the value of every key of the schema, all in one step.
void parlando_settings_reset_all(GSettings *settings);

/// Connects the signal "network-changed", as above.
gulong parlando_network_connect_changed(GNetworkMonitor *monitor, void *context, parlando_settings_action action,
                                        parlando_settings_action release);

/// Asks feedbackd, if there is one, for what belongs to an event, without sound. Connects to the session bus at the
/// first call; returns when the message has left. No answer is waited for, and no error told.
void parlando_feedback_trigger(const char *application, const char *event);

/// From now on the program ends with this sentence on standard error and this exit code when GLib finds no memory or no
/// thread; GLib itself would end it with a signal. A second call changes both. Call before other threads use GLib.
void parlando_end_when_memory_is_short(const char *sentence, int code);

#pragma clang assume_nonnull end
