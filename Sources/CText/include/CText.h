/// Translations by GNU gettext, whose `dgettext` and so on are macros that Swift does not see.
#pragma once

#pragma clang assume_nonnull begin

/// Call once, on the main thread, before any text is translated.
///
/// `domain` is the name of the catalogue. `directory` contains `ru/LC_MESSAGES/<domain>.mo` and so on; it is empty if
/// no catalogue may be read. `language` is a locale name such as `ru`; if empty, it is what the environment asks for,
/// even if the system has no locale for it.
void parlando_text_set_up(const char *domain, const char *directory, const char *language);

/// The translation stays valid until the program ends. Without one, returns `message` itself.
const char *parlando_text(const char *message);

/// The plural form in the language of the interface, or one of the pointers given.
const char *parlando_text_plural(const char *one, const char *many, unsigned long count);

/// In the sense that `context` names. Returns `message` itself if there is no translation.
const char *parlando_text_context(const char *context, const char *message);

#pragma clang assume_nonnull end
