#pragma once

#pragma clang assume_nonnull begin

// libsecret needs a static table of attributes, and its functions use GLib's lists, hash tables and error domains.
// These functions offer the part of it that Parlando uses, in plain C. Every call may wait for D-Bus, and for the user
// to enter a password.

/// Result of a call.
typedef enum __attribute__((enum_extensibility(closed))) {
    parlando_secret_done,
    parlando_secret_locked,
    /// There is no service that stores secrets, or no bus to reach it.
    parlando_secret_absent,
    /// The service, or the user when asked, refused.
    parlando_secret_denied,
    /// There is a secret, but for another origin than the requested one.
    parlando_secret_elsewhere,
    parlando_secret_failed,
} parlando_secret_outcome;

/// Stores a secret for `origin`. It replaces an earlier secret of the same purpose and owner, whatever its origin. If
/// `detail` is set, here or by a function below, free it with `parlando_secret_free`; it contains nothing secret.
parlando_secret_outcome parlando_secret_store(const char *purpose, const char *owner, const char *origin,
                                              const char *label, const char *secret,
                                              char *_Nullable *_Nonnull detail);
/// Looks up the secret for `origin`; sets `secret` to NULL if there is none. If the secret is for another origin, sets
/// `elsewhere` to that origin. Free both with `parlando_secret_free`. A secret that was stored without an origin is
/// bound to `home` from then on.
parlando_secret_outcome parlando_secret_look_up(const char *purpose, const char *owner, const char *origin,
                                                const char *home, char *_Nullable *_Nonnull secret,
                                                char *_Nullable *_Nonnull elsewhere,
                                                char *_Nullable *_Nonnull detail);
/// Removes one secret, or all of Parlando's secrets if `purpose` and `owner` are NULL. It is not an error if there is
/// nothing to remove.
parlando_secret_outcome parlando_secret_remove(const char *_Nullable purpose, const char *_Nullable owner,
                                               char *_Nullable *_Nonnull detail);
/// Counts all of Parlando's secrets, including locked ones. Never asks the user for a password.
parlando_secret_outcome parlando_secret_count(unsigned *count, char *_Nullable *_Nonnull detail);
/// Overwrites the text and frees it. Does nothing if `text` is NULL.
void parlando_secret_free(char *_Nullable text);

#pragma clang assume_nonnull end
