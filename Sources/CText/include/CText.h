/// Translations of the interface by GNU gettext, usable without GTK.
///
/// A shim, because `dgettext` and its family are macros that Swift does not see, and because the text domain, the
/// character set and the context separator are conventions best kept in one place.
#pragma once

#pragma clang assume_nonnull begin

/// Sets the language and the folder of the translations. Call once, on the main thread, before any text is translated.
///
/// `domain` is the name of the catalogue. `directory` contains `ru/LC_MESSAGES/<domain>.mo` and so on; it is empty if
/// no catalogue may be read. `language` is a locale name such as `ru`; if it is empty, the language is the one that the
/// environment asks for, even if the system has no locale for it.
void parlando_text_set_up(const char *domain, const char *directory, const char *language);

/// Returns the translation of `message`, which stays valid until the program ends, or the pointer `message` itself if
/// there is none.
const char *parlando_text(const char *message);

/// Returns the plural form for `count` in the language of the interface, or one of the two pointers given if there is
/// no translation.
const char *parlando_text_plural(const char *one, const char *many, unsigned long count);

/// Returns the translation of `message` in the sense that `context` names, because one English word may need two
/// translations. Returns the pointer `message` itself if there is none.
const char *parlando_text_context(const char *context, const char *message);

#pragma clang assume_nonnull end
