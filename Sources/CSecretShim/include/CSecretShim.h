#pragma once

#pragma clang assume_nonnull begin

// libsecret needs a static table of attributes, and uses GLib's lists, hash tables and error domains. This is the part
// that Parlando uses, in plain C. Every call may wait for D-Bus, and for the user to enter a password.

typedef enum __attribute__((enum_extensibility(closed))) {
    parlando_secret_done,
    parlando_secret_locked,
    /// No service, or no bus to reach it.
    parlando_secret_absent,
    /// By the service or the user.
    parlando_secret_denied,
    /// There is one, but for another origin.
    parlando_secret_elsewhere,
    parlando_secret_failed,
} parlando_secret_outcome;

/// Replaces an earlier secret of the same purpose and owner, whatever its origin. If `detail` is set, here or below,
/// free it with `parlando_secret_free`; it contains nothing secret.
parlando_secret_outcome parlando_secret_store(const char *purpose, const char *owner, const char *origin,
                                              const char *label, const char *secret,
                                              char *_Nullable *_Nonnull detail);
/// Sets `secret` to NULL if there is none, and `elsewhere` to another origin that has it. Free both with
/// `parlando_secret_free`. A secret without an origin is bound to `home` from then on.
parlando_secret_outcome parlando_secret_look_up(const char *purpose, const char *owner, const char *origin,
                                                const char *home, char *_Nullable *_Nonnull secret,
                                                char *_Nullable *_Nonnull elsewhere,
                                                char *_Nullable *_Nonnull detail);
/// All of Parlando's secrets if `purpose` and `owner` are NULL. It is no error if there is nothing.
parlando_secret_outcome parlando_secret_remove(const char *_Nullable purpose, const char *_Nullable owner,
                                               char *_Nullable *_Nonnull detail);
/// Including locked ones. Never asks the user for a password.
parlando_secret_outcome parlando_secret_count(unsigned *count, char *_Nullable *_Nonnull detail);
/// Overwrites the text and frees it, unless NULL.
void parlando_secret_free(char *_Nullable text);

#pragma clang assume_nonnull end
