#include "CSecretShim.h"

#include <libsecret/secret.h>
#include <string.h>

#define SCHEMA "io.github.parlando.Parlando"

static const SecretSchema schema = {
    SCHEMA,
    SECRET_SCHEMA_NONE,
    {
        // The same for each secret: what all of them are found by, when all of them are to go.
        {"application", SECRET_SCHEMA_ATTRIBUTE_STRING},
        {"purpose", SECRET_SCHEMA_ATTRIBUTE_STRING},
        {"owner", SECRET_SCHEMA_ATTRIBUTE_STRING},
    },
};

static GHashTable *attributes(const char *purpose, const char *owner) {
    GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_hash_table_insert(table, g_strdup("application"), g_strdup(SCHEMA));
    if (purpose) {
        g_hash_table_insert(table, g_strdup("purpose"), g_strdup(purpose));
    }
    if (owner) {
        g_hash_table_insert(table, g_strdup("owner"), g_strdup(owner));
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
    // gnome-keyring's answer while the keyring named "default" was never opened in this session.
    case G_DBUS_ERROR_UNKNOWN_OBJECT:
    case G_DBUS_ERROR_UNKNOWN_METHOD:
        return parlando_secret_locked;
    default:
        return parlando_secret_failed;
    }
}

/// Says what an error means, and releases it.
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

parlando_secret_outcome parlando_secret_store(const char *purpose, const char *owner, const char *label,
                                              const char *secret, char **detail) {
    GError *error = NULL;
    GHashTable *table = attributes(purpose, owner);
    secret_password_storev_sync(&schema, table, SECRET_COLLECTION_DEFAULT, label, secret, NULL, &error);
    g_hash_table_unref(table);
    return error ? outcome_of(error, detail) : parlando_secret_done;
}

static gboolean is_locked(gpointer item) {
    return SECRET_IS_ITEM(item) && secret_item_get_locked(item);
}

parlando_secret_outcome parlando_secret_look_up(const char *purpose, const char *owner, char **secret,
                                                char **detail) {
    GError *error = NULL;
    GHashTable *table = attributes(purpose, owner);
    // Not secret_password_lookup: it answers "none" when the keyring stays locked.
    GList *items = secret_password_searchv_sync(&schema, table, SECRET_SEARCH_UNLOCK | SECRET_SEARCH_LOAD_SECRETS,
                                                NULL, &error);
    g_hash_table_unref(table);
    parlando_secret_outcome outcome = parlando_secret_done;
    *secret = NULL;
    if (items && is_locked(items->data)) {
        outcome = parlando_secret_locked;
    } else if (items) {
        SecretValue *value = secret_retrievable_retrieve_secret_sync(items->data, NULL, &error);
        const char *text = value ? secret_value_get_text(value) : NULL;
        *secret = g_strdup(text);
        if (value) {
            secret_value_unref(value);
        }
    }
    g_list_free_full(items, g_object_unref);
    return error ? outcome_of(error, detail) : outcome;
}

parlando_secret_outcome parlando_secret_remove(const char *purpose, const char *owner, char **detail) {
    GError *error = NULL;
    GHashTable *table = attributes(purpose, owner);
    secret_password_clearv_sync(&schema, table, NULL, &error);
    gboolean is_left = FALSE;
    if (!error) {
        // Clearing passes over what stays locked, without a word.
        GList *items = secret_password_searchv_sync(&schema, table, SECRET_SEARCH_ALL, NULL, &error);
        is_left = items != NULL;
        g_list_free_full(items, g_object_unref);
    }
    g_hash_table_unref(table);
    if (error) {
        return outcome_of(error, detail);
    }
    return is_left ? parlando_secret_locked : parlando_secret_done;
}

void parlando_secret_free(char *text) {
    if (text) {
        explicit_bzero(text, strlen(text));
        g_free(text);
    }
}
