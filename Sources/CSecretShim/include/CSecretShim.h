#pragma once

#pragma clang assume_nonnull begin

// libsecret wants a static table of attributes and speaks in GLib's lists, tables and error domains. This is the part
// of it that Parlando uses, in plain C. Every call may wait for D-Bus, and for a person who is asked for a password.

/// What came of a call.
typedef enum __attribute__((enum_extensibility(closed))) {
    parlando_secret_done,
    parlando_secret_locked,
    /// There is no service that keeps secrets, or no bus to reach one.
    parlando_secret_absent,
    /// The service, or the person who was asked, said no.
    parlando_secret_denied,
    /// There is one, for another place than the one that was asked about.
    parlando_secret_elsewhere,
    parlando_secret_failed,
} parlando_secret_outcome;

/// Keeps a secret for one place (`origin`), instead of an earlier one of the same purpose and owner, whatever place
/// that was for. `detail`, where it is set here and below, is released with `parlando_secret_free`; it holds nothing secret.
parlando_secret_outcome parlando_secret_store(const char *purpose, const char *owner, const char *origin,
                                              const char *label, const char *secret,
                                              char *_Nullable *_Nonnull detail);
/// Gives the secret that is for `origin`, or sets `secret` to NULL when there is none. Where it is for another place,
/// `elsewhere` names that. Both are released with `parlando_secret_free`. A secret that was kept without a place is for
/// `home` from now on.
parlando_secret_outcome parlando_secret_look_up(const char *purpose, const char *owner, const char *origin,
                                                const char *home, char *_Nullable *_Nonnull secret,
                                                char *_Nullable *_Nonnull elsewhere,
                                                char *_Nullable *_Nonnull detail);
/// Removes one secret, or all of Parlando's when `purpose` and `owner` are NULL. None to remove is no failure.
parlando_secret_outcome parlando_secret_remove(const char *_Nullable purpose, const char *_Nullable owner,
                                               char *_Nullable *_Nonnull detail);
/// Counts all of Parlando's secrets, locked ones too. Asks nobody for a password.
parlando_secret_outcome parlando_secret_count(unsigned *count, char *_Nullable *_Nonnull detail);
/// Overwrites the text and releases it.
void parlando_secret_free(char *_Nullable text);

#pragma clang assume_nonnull end
