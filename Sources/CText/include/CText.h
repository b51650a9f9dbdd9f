/// Translations of the interface by GNU gettext, usable without GTK.
///
/// A shim, because `dgettext` and its family are macros that Swift does not see, and because the text domain, the
/// character set and the context separator are conventions best kept in one place.
#pragma once

#pragma clang assume_nonnull begin

/// Chooses the language and where its translations lie. Call once, on the main thread, before any text is made.
///
/// `domain` is the name of the catalogue; `directory` holds `ru/LC_MESSAGES/<domain>.mo` and so on, or is empty if no
/// catalogue may be read; `language` is a locale name such as `ru`, or empty to follow the system, even if it has no
/// locale for the language that is asked for.
void parlando_text_set_up(const char *domain, const char *directory, const char *language);

/// The translation of `message`, which lives as long as the program, or the pointer `message` itself.
const char *parlando_text(const char *message);

/// The form that fits `count` in the language of the interface, or one of the two pointers given.
const char *parlando_text_plural(const char *one, const char *many, unsigned long count);

/// The translation of `message` in the sense that `context` names: one English word may need two translations.
/// Like `parlando_text`, it may answer with the pointer `message` itself.
const char *parlando_text_context(const char *context, const char *message);

#pragma clang assume_nonnull end
