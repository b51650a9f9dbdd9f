#include "CText.h"

#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// In the locale "C" gettext ignores LANGUAGE, in C.UTF-8 it does not. C.UTF-8 differs only in the character set, and is
// always available on Debian.
static void leave_the_c_locale(void) {
    const char *locale = setlocale(LC_MESSAGES, NULL);
    if (locale == NULL || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0) {
        setlocale(LC_CTYPE, "C.UTF-8");
        setlocale(LC_MESSAGES, "C.UTF-8");
    }
}

static int is_set(const char *value) {
    return value != NULL && value[0] != '\0';
}

// The languages that the environment asks for, as in LANGUAGE, for a system that has no locale for them. Empty for none
// and for "C".
static const char *languages_asked_for(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = "";
    for (size_t index = 0; index < sizeof names / sizeof *names && !is_set(locale); index++) {
        const char *value = getenv(names[index]);
        locale = is_set(value) ? value : "";
    }
    if (!is_set(locale) || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0) {
        return "";
    }
    const char *list = getenv("LANGUAGE");
    return is_set(list) ? list : locale;
}

void parlando_text_set_up(const char *domain, const char *directory, const char *language) {
    const char *locale = setlocale(LC_ALL, "");
    if (language[0] == '\0' && locale == NULL) {
        language = languages_asked_for();
    }
    if (language[0] != '\0') {
        setenv("LANGUAGE", language, 1);
        leave_the_c_locale();
    }
    if (directory[0] == '\0') {
        return;
    }
    bindtextdomain(domain, directory);
    bind_textdomain_codeset(domain, "UTF-8");
    textdomain(domain);
}

const char *parlando_text(const char *message) {
    // For an empty message, gettext returns the catalogue's header.
    return message[0] == '\0' ? message : gettext(message);
}

const char *parlando_text_plural(const char *one, const char *many, unsigned long count) {
    return ngettext(one, many, count);
}

const char *parlando_text_context(const char *context, const char *message) {
    // \004 is the separator that msgfmt writes between a context and its message.
    char key[1024];
    int length = snprintf(key, sizeof key, "%s\004%s", context, message);
    if (length < 0 || (size_t)length >= sizeof key) {
        return message;
    }
    const char *found = gettext(key);
    return found == key ? message : found;
}
