import GRDB

/// Tables and migrations of the history database.
enum HistoryTables {
    /// Returns an SQL expression for a column's text in the form that is indexed, with ё replaced by е. FTS5 removes
    /// the accents of Latin letters only, but in Russian ё is often written as е.
    private static func indexed(_ column: String) -> String {
        "replace(replace(\(column), 'ё', 'е'), 'Ё', 'Е')"
    }

    /// Returns a text in the form that is indexed, with ё replaced by е.
    static func indexedForm(_ text: String) -> String {
        text.replacing("ё", with: "е").replacing("Ё", with: "Е")
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE session (
                        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, language TEXT,
                        engine TEXT NOT NULL, began REAL NOT NULL, duration REAL NOT NULL, edited INTEGER NOT NULL,
                        open INTEGER NOT NULL, removed REAL, title TEXT NOT NULL, text TEXT NOT NULL);
                    CREATE INDEX sessionBegan ON session (began) WHERE removed IS NULL;
                    CREATE INDEX sessionOpen ON session (open) WHERE open;
                    CREATE TABLE word (
                        session INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE,
                        position INTEGER NOT NULL, paragraph INTEGER NOT NULL, text TEXT NOT NULL,
                        start REAL NOT NULL, stop REAL NOT NULL, probability REAL NOT NULL, glued INTEGER NOT NULL,
                        PRIMARY KEY (session, position)) WITHOUT ROWID;
                    CREATE VIEW sessionWords AS
                        SELECT number, \(indexed("title")) AS title, \(indexed("text")) AS text FROM session;
                    CREATE VIRTUAL TABLE sessionIndex USING fts5 (
                        title, text, content = 'sessionWords', content_rowid = 'number',
                        tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6');
                    CREATE TRIGGER sessionAdded AFTER INSERT ON session BEGIN
                        INSERT INTO sessionIndex (rowid, title, text)
                        VALUES (new.number, \(indexed("new.title")), \(indexed("new.text")));
                    END;
                    CREATE TRIGGER sessionDeleted AFTER DELETE ON session BEGIN
                        INSERT INTO sessionIndex (sessionIndex, rowid, title, text)
                        VALUES ('delete', old.number, \(indexed("old.title")), \(indexed("old.text")));
                    END;
                    CREATE TRIGGER sessionChanged AFTER UPDATE OF title, text ON session BEGIN
                        INSERT INTO sessionIndex (sessionIndex, rowid, title, text)
                        VALUES ('delete', old.number, \(indexed("old.title")), \(indexed("old.text")));
                        INSERT INTO sessionIndex (rowid, title, text)
                        VALUES (new.number, \(indexed("new.title")), \(indexed("new.text")));
                    END;
                    """)
        }
        migrator.registerMigration("2") { database in
            // Path of the file that was transcribed, and whether the text ends before the end of that file.
            try database.execute(
                sql: """
                    ALTER TABLE session ADD COLUMN source TEXT;
                    ALTER TABLE session ADD COLUMN incomplete INTEGER NOT NULL DEFAULT 0
                    """)
        }
        // The other readings of a word as JSON; null if it has none.
        migrator.registerMigration("3") { database in
            try database.execute(sql: "ALTER TABLE word ADD COLUMN readings TEXT")
        }
        migrator.registerMigration("age limit") { try AgeLimit.migrate("session", in: $0) }
        return migrator
    }
}
