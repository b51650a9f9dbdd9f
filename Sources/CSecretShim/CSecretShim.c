#include "CSecretShim.h"

#include <libsecret/secret.h>
#include <string.h>

#define SCHEMA "io.github.parlando.Parlando"

#define SCHEMA_OF(flags) \
    { \
        SCHEMA, \
        flags, \
        { \
            /* The same for every secret, so that all secrets can be found and removed together. */ \
            {"application", SECRET_SCHEMA_ATTRIBUTE_STRING}, \
            {"purpose", SECRET_SCHEMA_ATTRIBUTE_STRING}, \
            {"owner", SECRET_SCHEMA_ATTRIBUTE_STRING}, \
            /* Origin to which the secret may be sent. Secrets stored by earlier versions have none. */ \
            {"origin", SECRET_SCHEMA_ATTRIBUTE_STRING}, \
        }, \
    }

static const SecretSchema kept_as = SCHEMA_OF(SECRET_SCHEMA_NONE);

// Until a keyring is opened for the first time since login, gnome-keyring replaces the schema name of all its items.
static const SecretSchema found_as = SCHEMA_OF(SECRET_SCHEMA_DONT_MATCH_NAME);

static GHashTable *attributes(const char *purpose, const char *owner, const char *origin) {
    GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_hash_table_insert(table, g_strdup("application"), g_strdup(SCHEMA));
    if (purpose) {
        g_hash_table_insert(table, g_strdup("purpose"), g_strdup(purpose));
    }
    if (owner) {
        g_hash_table_insert(table, g_strdup("owner"), g_strdup(owner));
    }
    if (origin) {
        g_hash_table_insert(table, g_strdup("origin"), g_strdup(origin));
    }
    return table;
}

static parlando_secret_outcome outcome_of_dbus(int code) {
    switch (code) {
    case G_DBUS_ERROR_SERVICE_UNKNOWN:
    case G_DBUS_ERROR_NAME_HAS_NO_OWNER:
    case G_DBUS_ERROR_NO_SERVER:
    case G_DBUS_ERROR_DISCONNECTED:
    case G_DBUS_ERROR_SPAWN_EXEC_FAILED:
    case G_DBUS_ERROR_SPAWN_CHILD_EXITED:
    case G_DBUS_ERROR_SPAWN_CHILD_SIGNALED:
    case G_DBUS_ERROR_SPAWN_FAILED:
    case G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND:
        return parlando_secret_absent;
    case G_DBUS_ERROR_ACCESS_DENIED:
    case G_DBUS_ERROR_AUTH_FAILED:
        return parlando_secret_denied;
    // gnome-keyring's error if the keyring named "default" has not been opened in this session.
    case G_DBUS_ERROR_UNKNOWN_OBJECT:
    case G_DBUS_ERROR_UNKNOWN_METHOD:
        return parlando_secret_locked;
    default:
        return parlando_secret_failed;
    }
}

/// Sets `detail`, and frees the error.
static parlando_secret_outcome outcome_of(GError *error, char **detail) {
    parlando_secret_outcome outcome = parlando_secret_failed;
    if (g_error_matches(error, SECRET_ERROR, SECRET_ERROR_IS_LOCKED) ||
        g_error_matches(error, SECRET_ERROR, SECRET_ERROR_NO_SUCH_OBJECT)) {
        outcome = parlando_secret_locked;
    } else if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        outcome = parlando_secret_denied;
    } else if (error->domain == G_DBUS_ERROR) {
        outcome = outcome_of_dbus(error->code);
    } else if (error->domain == G_IO_ERROR && error->code != G_IO_ERROR_TIMED_OUT &&
               error->code != G_IO_ERROR_DBUS_ERROR) {
        outcome = parlando_secret_absent;
    }
    *detail = g_strdup_printf("%s %d: %s", g_quark_to_string(error->domain), error->code, error->message);
    g_error_free(error);
    return outcome;
}

/// NULL if none is stored. Free it with `g_free`.
static char *origin_of(gpointer item) {
    GHashTable *table = secret_retrievable_get_attributes(item);
    char *origin = g_strdup(g_hash_table_lookup(table, "origin"));
    g_hash_table_unref(table);
    return origin;
}

static gboolean is_locked(gpointer item) {
    return SECRET_IS_ITEM(item) && secret_item_get_locked(item);
}

/// Whether an item has hashes in place of its attributes, as in gnome-keyring if the keyring was not open at the
/// search.
static gboolean is_hashed(gpointer item) {
    GHashTable *table = secret_retrievable_get_attributes(item);
    GHashTableIter iterator;
    gpointer name;
    gboolean is_found = FALSE;
    g_hash_table_iter_init(&iterator, table);
    while (!is_found && g_hash_table_iter_next(&iterator, &name, NULL)) {
        is_found = g_str_has_prefix(name, "gkr:compat:hashed:");
    }
    g_hash_table_unref(table);
    return is_found;
}

/// Whatever the origin. NULL matches any purpose or owner.
static GList *search(const char *purpose, const char *owner, SecretSearchFlags flags, GError **error) {
    GHashTable *table = attributes(purpose, owner, NULL);
    GList *items = secret_password_searchv_sync(&found_as, table, SECRET_SEARCH_ALL | flags, NULL, error);
    g_hash_table_unref(table);
    return items;
}

/// Asks the user to unlock the items. They stay locked if the user declines.
static GList *search_unlocked(const char *purpose, const char *owner, SecretSearchFlags flags, GError **error) {
    GList *items = search(purpose, owner, flags, error);
    gboolean is_open = TRUE;
    for (GList *each = items; each; each = each->next) {
        is_open = is_open && !is_locked(each->data) && !is_hashed(each->data);
    }
    if (is_open) {
        return items;
    }
    g_list_free_full(items, g_object_unref);
    items = search(purpose, owner, SECRET_SEARCH_UNLOCK, error);
    g_list_free_full(items, g_object_unref);
    // Unlocked items still have the attributes from before, so they are searched for again.
    return *error ? NULL : search(purpose, owner, flags, error);
}

/// Also removes secrets of the same purpose and owner with another origin or none.
static void store(const char *purpose, const char *owner, const char *origin, const char *label, const char *secret,
                  GError **error) {
    GHashTable *table = attributes(purpose, owner, origin);
    gboolean is_kept =
        secret_password_storev_sync(&kept_as, table, SECRET_COLLECTION_DEFAULT, label, secret, NULL, error);
    g_hash_table_unref(table);
    if (!is_kept) {
        return;
    }
    GList *items = search(purpose, owner, SECRET_SEARCH_NONE, error);
    for (GList *each = items; each && !*error; each = each->next) {
        char *other = origin_of(each->data);
        // If libsecret stores secrets in a file, there are no items to delete; `parlando_secret_look_up` then ignores
        // the older secret.
        if (SECRET_IS_ITEM(each->data) && !is_hashed(each->data) && g_strcmp0(other, origin) != 0) {
            secret_item_delete_sync(each->data, NULL, error);
        }
        g_free(other);
    }
    g_list_free_full(items, g_object_unref);
}

parlando_secret_outcome parlando_secret_store(const char *purpose, const char *owner, const char *origin,
                                              const char *label, const char *secret, char **detail) {
    GError *error = NULL;
    store(purpose, owner, origin, label, secret, &error);
    return error ? outcome_of(error, detail) : parlando_secret_done;
}

/// NULL if there is none. Free it with `parlando_secret_free`.
static char *text_of(gpointer item, GError **error) {
    SecretValue *value = secret_retrievable_retrieve_secret_sync(item, NULL, error);
    char *text = value ? g_strdup(secret_value_get_text(value)) : NULL;
    if (value) {
        secret_value_unref(value);
    }
    return text;
}

/// Binds a secret without an origin to `home`. Returns its text.
static char *settle(gpointer item, const char *purpose, const char *owner, const char *home, GError **error) {
    char *text = text_of(item, error);
    if (text) {
        char *label = secret_retrievable_get_label(item);
        store(purpose, owner, home, label ? label : owner, text, error);
        g_free(label);
    }
    return text;
}

parlando_secret_outcome parlando_secret_look_up(const char *purpose, const char *owner, const char *origin,
                                                const char *home, char **secret, char **elsewhere, char **detail) {
    GError *error = NULL;
    *secret = NULL;
    *elsewhere = NULL;
    // secret_password_lookup reports that there is no secret if the keyring stays locked.
    GList *items = search_unlocked(purpose, owner, SECRET_SEARCH_LOAD_SECRETS, &error);
    gpointer found = NULL, unsettled = NULL;
    gboolean is_unknown = FALSE;
    for (GList *each = items; each; each = each->next) {
        char *place = origin_of(each->data);
        if (is_hashed(each->data)) {
            is_unknown = TRUE;
        } else if (!place) {
            unsettled = each->data;
        } else if (strcmp(place, origin) == 0) {
            found = each->data;
        } else if (!*elsewhere) {
            *elsewhere = g_strdup(place);
        }
        g_free(place);
    }
    parlando_secret_outcome outcome = parlando_secret_done;
    if (found) {
        outcome = is_locked(found) ? parlando_secret_locked : parlando_secret_done;
        *secret = outcome == parlando_secret_done ? text_of(found, &error) : NULL;
    } else if (*elsewhere) {
        // A secret without an origin beside one with an origin is older, and is never sent.
        outcome = parlando_secret_elsewhere;
    } else if (is_unknown || (unsettled && is_locked(unsettled))) {
        // The origin of an item with hashed attributes cannot be read. It may well have one, so it is not bound to
        // `home`.
        outcome = parlando_secret_locked;
    } else if (unsettled) {
        char *text = settle(unsettled, purpose, owner, home, &error);
        if (!error && strcmp(home, origin) == 0) {
            *secret = text;
        } else {
            parlando_secret_free(text);
            *elsewhere = g_strdup(home);
            outcome = parlando_secret_elsewhere;
        }
    }
    g_list_free_full(items, g_object_unref);
    return error ? outcome_of(error, detail) : outcome;
}

parlando_secret_outcome parlando_secret_remove(const char *purpose, const char *owner, char **detail) {
    GError *error = NULL;
    // secret_password_clearv_sync skips locked items without an error.
    g_list_free_full(search_unlocked(purpose, owner, SECRET_SEARCH_NONE, &error), g_object_unref);
    if (!error) {
        GHashTable *table = attributes(purpose, owner, NULL);
        secret_password_clearv_sync(&found_as, table, NULL, &error);
        g_hash_table_unref(table);
    }
    GList *left = error ? NULL : search(purpose, owner, SECRET_SEARCH_NONE, &error);
    gboolean is_left = left != NULL;
    g_list_free_full(left, g_object_unref);
    if (error) {
        return outcome_of(error, detail);
    }
    return is_left ? parlando_secret_locked : parlando_secret_done;
}

parlando_secret_outcome parlando_secret_count(unsigned *count, char **detail) {
    GError *error = NULL;
    GList *items = search(NULL, NULL, SECRET_SEARCH_NONE, &error);
    *count = g_list_length(items);
    g_list_free_full(items, g_object_unref);
    return error ? outcome_of(error, detail) : parlando_secret_done;
}

void parlando_secret_free(char *text) {
    if (text) {
        explicit_bzero(text, strlen(text));
        g_free(text);
    }
}
