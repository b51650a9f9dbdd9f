import Foundation
import GRDB
import ParlandoCore
import ParlandoRecognition
import ParlandoStorage

/// Readers of files in the user's folders: the translation database, and the preferences.
extension Reader {
    static func storedReaders() throws -> [Reader] {
        let file = ScratchFile("database")
        let rows = ScratchFile("rows")
        let good = try goodDatabase(file)
        let history = try goodHistory(file)
        let kept = ScratchFile("searched")
        try kept.write(history)
        let searched = SQLiteHistoryStore(path: kept.path, clock: FixedWallClock())
        return [
            Reader("database", [good]) { bytes in
                defer { file.remove() }
                try file.write(bytes)
                await use(SQLiteTranslationArchive(path: file.path, clock: FixedWallClock()))
            },
            Reader("database-rows", [Array((0..<64).map { UInt8($0) }), Array("text 1 0x80 \u{1F642}".utf8)]) { bytes in
                defer { rows.remove() }
                try rows.write(good)
                try damage(rows.path, translationColumns, with: bytes)
                await use(SQLiteTranslationArchive(path: rows.path, clock: FixedWallClock()))
            },
            Reader("history", [history]) { bytes in
                defer { file.remove() }
                try file.write(bytes)
                await use(SQLiteHistoryStore(path: file.path, clock: FixedWallClock()))
            },
            Reader("history-rows", [Array((0..<64).map { UInt8($0) }), Array("text 1 0x80 \u{1F642}".utf8)]) { bytes in
                defer { rows.remove() }
                try rows.write(history)
                try damage(rows.path, historyColumns, with: bytes)
                await use(SQLiteHistoryStore(path: rows.path, clock: FixedWallClock()))
            },
            Reader("history-search", texts: ["fellow", "\"a\"* OR (b", "言語 £"]) { bytes in
                _ = try await searched.sessions(matching: String(decoding: bytes, as: UTF8.self), limit: 10)
            },
            Reader("preferences", texts: [profiles, connections]) { bytes in
                var preferences = Preferences()
                let text = String(decoding: bytes, as: UTF8.self)
                preferences.servers.profileText = text
                preferences.terminal.connectionText = text
                fill(&preferences, bytes)
                let sound = preferences.sanitized()
                guard sound == sound.sanitized() else {
                    throw Wrong("choices that are brought into bounds twice differ")
                }
                _ = sound.rhythm.tempo.secondsPerBeat
                var end = UtteranceEnd(
                    silence: sound.translator.silence, level: sound.translator.silenceLevel, gate: nil)
                _ = try end.append([0, 0.5])
            },
        ]
    }

    /// Performs every operation of the translation archive.
    private static func use(_ archive: SQLiteTranslationArchive) async {
        // Each operation may fail without preventing the next ones.
        try? await archive.allow(texts: true, sound: true)
        let request = TranslationRequest(Phrase("Hello 3", language: "en"), into: "es")
        _ = await archive.remembered(request, by: maker)
        _ = await archive.remembered(SynthesisRequest("Hola 3", language: "es"))
        _ = try? await archive.expire(after: 7, at: FixedWallClock().now)
        let history = (try? await archive.history(matching: "", limit: 100)) ?? []
        if let first = history.first {
            try? await archive.remove([first.id])
        }
        try? await archive.keep(exchange(99), by: maker)
        try? await archive.removeAll()
    }

    private static var maker: TranslationMaker { TranslationMaker(TranslatorPreferences()) }

    private static func goodDatabase(_ file: ScratchFile) throws -> [UInt8] {
        defer { file.remove() }
        let archive = SQLiteTranslationArchive(path: file.path, clock: FixedWallClock())
        let isDone = DispatchSemaphore(value: 0)
        Task {
            try await archive.allow(texts: true, sound: true)
            for number in 0..<8 {
                try await archive.keep(exchange(number), by: maker)
                try await archive.keep(
                    SpokenSound(samples: [0, 0.25, -0.25], rate: 22_050),
                    of: SynthesisRequest("Hola \(number)", language: "es"), for: UUID())
            }
            isDone.signal()
        }
        isDone.wait()
        return [UInt8](try Data(contentsOf: URL(filePath: file.path)))
    }

    private static func exchange(_ number: Int) -> Exchange {
        Exchange(
            source: "Hello \(number)", sourceLanguage: "en", translation: "Hola \(number)", targetLanguage: "es",
            service: .gemini, isWhole: true, date: FixedWallClock().now)
    }

    private static let translationColumns = [
        ("translation", "text"), ("translation", "language"), ("translation", "made"), ("translation", "used"),
        ("translation", "size"), ("translation", "exchange"), ("sound", "rate"), ("sound", "samples"),
        ("sound", "made"), ("sound", "size"), ("sound", "used"), ("sound", "exchange"), ("exchange", "id"),
        ("exchange", "date"), ("exchange", "source"), ("exchange", "translation"), ("exchange", "targetLanguage"),
        ("exchange", "sourceLanguage"), ("exchange", "service"),
    ]
    private static let historyColumns = [
        ("session", "id"), ("session", "kind"), ("session", "language"), ("session", "engine"), ("session", "began"),
        ("session", "duration"), ("session", "edited"), ("session", "open"), ("session", "removed"),
        ("session", "title"), ("session", "text"), ("word", "position"), ("word", "paragraph"), ("word", "text"),
        ("word", "start"), ("word", "stop"), ("word", "probability"), ("word", "glued"),
    ]

    /// Performs every operation of the history.
    private static func use(_ store: SQLiteHistoryStore) async {
        // Each operation may fail without preventing the next ones.
        let found = (try? await store.sessions(matching: "number", limit: 100)) ?? []
        for session in (try? await store.sessions(matching: "", limit: 100)) ?? found {
            _ = try? await store.record(of: session.id)?.document.paragraphs
            try? await store.edit(session.id, "edited")
            try? await store.edit(session.id, nil)
            try? await store.rename(session.id, to: "title")
        }
        if let first = found.first {
            try? await store.remove([first.id])
            try? await store.delete([first.id])
            _ = try? await store.expire(after: 7, at: FixedWallClock().now)
        }
        try? await keepSessions(in: store)
        try? await store.removeAll()
    }

    private static func keepSessions(in store: SQLiteHistoryStore) async throws {
        for number in 0..<3 {
            let session = HistorySession(kind: .dictation, engine: "tiny", began: FixedWallClock().now)
            try await store.begin(session)
            let words = ["number", "\(number)", "言語"].enumerated().map { index, text in
                let word = Word(text: text, start: Double(index), end: Double(index) + 0.5, probability: 0.5)
                return HistoryWord(word, paragraph: index / 2)
            }
            try await store.write(words, from: 0, of: session.id)
            try await store.end(session.id, language: "en", duration: 3)
        }
    }

    private static func goodHistory(_ file: ScratchFile) throws -> [UInt8] {
        defer { file.remove() }
        let store = SQLiteHistoryStore(path: file.path, clock: FixedWallClock())
        let isDone = DispatchSemaphore(value: 0)
        Task {
            try await keepSessions(in: store)
            isDone.signal()
        }
        isDone.wait()
        // The write-ahead log becomes part of the file.
        let queue = try DatabaseQueue(path: file.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint (TRUNCATE)") }
        try queue.close()
        return [UInt8](try Data(contentsOf: URL(filePath: file.path)))
    }

    /// Overwrites columns of the database with values of any type. The bytes determine the columns and the values.
    private static func damage(_ path: String, _ columns: [(String, String)], with bytes: [UInt8]) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            for start in stride(from: 0, to: min(bytes.count, 400), by: 10) {
                let piece = Array(bytes[start..<min(start + 10, bytes.count)])
                let (table, column) = columns[Int(piece[0]) % columns.count]
                // Fails for a null value if the column is declared NOT NULL.
                try? database.execute(
                    sql: "UPDATE \(table) SET \(column) = ?", arguments: [value(Array(piece.dropFirst()))])
            }
        }
        try queue.close()
    }

    private static func value(_ bytes: [UInt8]) -> DatabaseValue {
        let number = bytes.dropFirst().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return switch bytes.first.map({ $0 % 5 }) {
        case 0: Int64(bitPattern: number).databaseValue
        case 1: Double(bitPattern: number).databaseValue
        case 2: String(decoding: bytes, as: UTF8.self).databaseValue
        case 3: Data(bytes).databaseValue
        default: .null
        }
    }

    /// Sets every numeric preference to a value taken from the bytes.
    private static func fill(_ preferences: inout Preferences, _ bytes: [UInt8]) {
        var place = 0
        func next() -> Double {
            let word = (0..<8).reduce(UInt64(0)) {
                $0 << 8 | UInt64(bytes.isEmpty ? 0 : bytes[(place + $1) % bytes.count])
            }
            place += 8
            return Double(bitPattern: word)
        }
        preferences.silenceStop = Int(next().bitPattern >> 33)
        preferences.unloadMinutes = -Int(next().bitPattern >> 33)
        preferences.servers.timeout = Int(Int32(truncatingIfNeeded: next().bitPattern))
        preferences.terminal.scrollback = Int(Int32(truncatingIfNeeded: next().bitPattern))
        preferences.rhythm.beatsPerMinute = next()
        preferences.rhythm.bars = Int(Int32(truncatingIfNeeded: next().bitPattern))
        preferences.rhythm.clickVolume = next()
        preferences.rhythm.perfectCap = Int(Int32(truncatingIfNeeded: next().bitPattern))
        preferences.translator.manner.rate = next()
        preferences.translator.manner.pitch = next()
        preferences.translator.manner.volume = next()
        preferences.translator.silence = next()
        preferences.translator.silenceLevel = next()
        preferences.translator.perMinute = Int(Int32(truncatingIfNeeded: next().bitPattern))
    }

    private static let profiles = #"""
        [{"id": "a", "name": "attic", "address": "https://example.org/v1", "protocol": "openai", "model": "x", "hasKey": true},
         {"id": "b", "name": "cellar", "address": "http://127.0.0.1:8080", "protocol": "whisper"}]
        """#
    private static let connections = #"[{"id": "a", "name": "attic", "host": "example.org", "port": 22, "user": "me"}]"#
}

/// A clock that always returns the same time, so that every run gives the same results.
private struct FixedWallClock: WallClock {
    var now: Date { Date(timeIntervalSince1970: 1_800_000_000) }
}
