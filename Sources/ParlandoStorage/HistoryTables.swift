import GRDB

/// Tables and migrations of the history database.
enum HistoryTables {
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
                    """)
        }
        migrator.registerMigration("2") { database in
            try database.execute(
                sql: """
                    ALTER TABLE session ADD COLUMN source TEXT;
                    ALTER TABLE session ADD COLUMN incomplete INTEGER NOT NULL DEFAULT 0
                    """)
        }
        migrator.registerMigration("3") { database in
            try database.execute(sql: "ALTER TABLE word ADD COLUMN readings TEXT")
        }
        migrator.registerMigration("age limit") { try AgeLimit.migrate("session", in: $0) }
        migrator.registerMigration("page") { database in
            // If the first session of a page is deleted alone, the others become entries of their own.
            try database.execute(
                sql: """
                    ALTER TABLE session ADD COLUMN page INTEGER REFERENCES session (number) ON DELETE SET NULL;
                    ALTER TABLE session ADD COLUMN mark TEXT;
                    ALTER TABLE session ADD COLUMN soundEnd REAL;
                    CREATE INDEX sessionPage ON session (page)
                    """)
        }
        // Until then, migration 1 made an index with a tokenizer of SQLite.
        migrator.registerMigration("folded index") { database in
            if try database.tableExists("sessionIndex_data") {
                // FTS5 cannot drop an index that is damaged.
                try emptyIndex(database)
            }
            try database.execute(
                sql: """
                    DROP TRIGGER IF EXISTS sessionAdded; DROP TRIGGER IF EXISTS sessionDeleted;
                    DROP TRIGGER IF EXISTS sessionChanged;
                    DROP TABLE IF EXISTS sessionIndex; DROP VIEW IF EXISTS sessionWords;
                    CREATE VIRTUAL TABLE sessionIndex USING fts5 (
                        title, text, content = 'session', content_rowid = 'number',
                        tokenize = '\(HistoryTokenizer.name)', prefix = '1 2 3 4 5 6');
                    CREATE TRIGGER sessionAdded AFTER INSERT ON session BEGIN
                        INSERT INTO sessionIndex (rowid, title, text) VALUES (new.number, new.title, new.text);
                    END;
                    CREATE TRIGGER sessionDeleted AFTER DELETE ON session BEGIN
                        INSERT INTO sessionIndex (sessionIndex, rowid, title, text)
                        VALUES ('delete', old.number, old.title, old.text);
                    END;
                    CREATE TRIGGER sessionChanged AFTER UPDATE OF title, text ON session BEGIN
                        INSERT INTO sessionIndex (sessionIndex, rowid, title, text)
                        VALUES ('delete', old.number, old.title, old.text);
                        INSERT INTO sessionIndex (rowid, title, text) VALUES (new.number, new.title, new.text);
                    END;
                    INSERT INTO sessionIndex (sessionIndex) VALUES ('rebuild')
                    """)
        }
        return migrator
    }

    /// FTS5 cannot open an index without these two records: the averages, and the list of segments, which is empty.
    static func emptyIndex(_ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM sessionIndex_data; DELETE FROM sessionIndex_idx;
                INSERT INTO sessionIndex_data VALUES (1, x''), (10, x'00000000000000')
                """)
    }
}

/// The user's search words as SQLite understands them. No text causes a syntax error.
struct HistoryQuery: Equatable {
    /// Each matches texts with one of the words, as the beginning of a word.
    let phrases: [String]
    /// Texts without letters or digits, which must occur exactly.
    let parts: [String]

    /// SQLite cannot parse an expression of a few hundred words, and takes seconds for a pasted page.
    private static let mostWords = 24
    private static let longestWord = 64

    init(_ words: String) {
        // A zero byte would end the text within SQLite.
        let words = words.replacing("\0", with: "")
            .split(maxSplits: Self.mostWords, whereSeparator: \.isWhitespace).prefix(Self.mostWords)
            .map { String($0.prefix(Self.longestWord)) }
        let indexed = words.filter { !HistoryTokenizer.tokens(of: $0).isEmpty }
        parts = words.filter { HistoryTokenizer.tokens(of: $0).isEmpty }
        phrases = indexed.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"*" }
    }

    /// Matches texts with all words, as beginnings of words; nil if there are no such words.
    var expression: String? {
        phrases.isEmpty ? nil : phrases.joined(separator: " ")
    }
}
