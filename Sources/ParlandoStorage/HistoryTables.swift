import GRDB

/// Tables and migrations of the history database.
enum HistoryTables {
    /// Returns SQL for a column's text as it is indexed, with ё replaced by е. FTS5 removes the accents of Latin
    /// letters only, but in Russian ё is often written as е.
    private static func indexed(_ column: String) -> String {
        "replace(replace(\(column), 'ё', 'е'), 'Ё', 'Е')"
    }

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
        return migrator
    }
}

/// The user's search words as SQLite understands them. No text causes a syntax error.
struct HistoryQuery: Equatable {
    /// Each matches texts with one of the words, as the beginning of a word.
    let phrases: [String]
    /// Texts that must occur exactly: words of scripts without spaces, where a word can begin anywhere, and words
    /// without letters or digits.
    let parts: [String]

    /// SQLite cannot parse an expression of a few hundred words, and takes seconds for a pasted page.
    private static let mostWords = 24
    private static let longestWord = 64

    init(_ words: String) {
        // A zero byte would end the text within SQLite.
        let words = words.replacing("\0", with: "")
            .split(maxSplits: Self.mostWords, whereSeparator: \.isWhitespace).prefix(Self.mostWords)
            .map { String($0.prefix(Self.longestWord)) }
        let indexed = words.filter { $0.isIndexed && !$0.isSpaceless }
        parts = words.filter { !$0.isIndexed || $0.isSpaceless }
        phrases = indexed.map(Self.phrase)
    }

    /// Matches texts with all words, as beginnings of words; nil if there are no such words.
    var expression: String? {
        phrases.isEmpty ? nil : phrases.joined(separator: " ")
    }

    private static func phrase(_ word: String) -> String {
        "\"" + HistoryTables.indexedForm(word).replacing("\"", with: "\"\"") + "\"*"
    }
}

extension String {
    /// Whether the index has a character of the text: a letter or a digit.
    fileprivate var isIndexed: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber:
                true
            default: false
            }
        }
    }

    /// Whether the text has Thai, Lao, Burmese, Khmer, Japanese or Chinese characters.
    fileprivate var isSpaceless: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
                0x20000...0x3FFFD:
                true
            default: false
            }
        }
    }
}
