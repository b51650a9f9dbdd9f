#pragma once
#include <gio/gio.h>

#pragma clang assume_nonnull begin

typedef void (*parlando_settings_action)(void *context);

/// Connects "changed" for all keys, whose callback GLib leaves untyped. `release` is called once, when the handler is
/// destroyed.
gulong parlando_settings_connect_changed(GSettings *settings, void *context, parlando_settings_action action,
                                         parlando_settings_action release);

/// Resets every key of the schema, all in one step.
void parlando_settings_reset_all(GSettings *settings);

/// Connects "network-changed". `release` is called once, when the handler is destroyed.
gulong parlando_network_connect_changed(GNetworkMonitor *monitor, void *context, parlando_settings_action action,
                                        parlando_settings_action release);

/// Asks feedbackd, if it is installed, for its feedback on an event, without sound. Connects to the session bus at the
/// first call. Does not wait for a reply, ignores errors.
void parlando_feedback_trigger(const char *application, const char *event);

/// If the program crashes because there is no memory, or GLib gets none or no thread, it ends with this sentence on
/// standard error and this exit code, not with a signal. A second call replaces both. Call before other threads use GLib.
void parlando_end_when_memory_is_short(const char *sentence, int code);

#pragma clang assume_nonnull end
