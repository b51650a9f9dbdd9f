import Foundation
import Glibc
import ParlandoCore
import ParlandoServices
import ParlandoStorage
import ParlandoSystem
import ParlandoTestSupport

/// Measures how fast the history is searched, and how much of a session is lost if the program is killed.
struct HistoryBench {
    /// Maximum time of a search in milliseconds, and maximum age of words that may be lost, in seconds.
    private static let bars = (search: 50.0, loss: 1.0)

    /// Searches in 10,000 sessions of 150 words and 5,000 translations, and prints the times. Returns whether the
    /// slowest median of the searches in sessions is within the limit.
    func search() async throws -> Bool {
        let folder = try TemporaryFolder()
        let clock = FixedClock()
        let store = SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: clock)
        let archive = SQLiteTranslationArchive(path: folder.file("translations.sqlite"), clock: clock)
        try await archive.allow(texts: true, sound: false)
        var random = SplitMix(seed: 7)
        for number in 0..<10_000 {
            let began = clock.now.addingTimeInterval(-Double(number) * 600)
            let session = HistorySession(kind: .dictation, language: "en", engine: "tiny.en", began: began)
            try await store.begin(session)
            try await store.write(Self.words(150, &random), from: 0, of: session.id)
            try await store.end(session.id, language: "en", duration: 60)
        }
        try await archive.restore(
            (0..<5000).map { number in
                let text = Self.words(12, &random).paragraphs.map(\.text).joined()
                return Exchange(
                    source: text, sourceLanguage: "en", translation: text, targetLanguage: "es", service: .gemini,
                    isWhole: true, date: clock.now.addingTimeInterval(-Double(number) * 1200))
            })
        let file = try FileManager.default.attributesOfItem(atPath: folder.file("history.sqlite"))
        print("10,000 sessions, \((file[.size] as? Int ?? 0) / 1_000_000) MB")
        var isWithin = true
        for words in ["", "w", "wo", "word1", "word1 word2", "word4999", "nothing", "言", "\"- *("] {
            let (sessions, all) = try await (
                Self.milliseconds { _ = try await store.sessions(matching: words, limit: 100) },
                Self.milliseconds {
                    _ = try await store.sessions(matching: words, limit: 100)
                    _ = try await archive.history(matching: words, limit: 100)
                }
            )
            print("search \"\(words)\": \(sessions) ms; with translations \(all) ms")
            isWithin = isWithin && sessions <= Self.bars.search
        }
        return isWithin
    }

    /// Returns the median duration of twenty runs of `work`, in milliseconds.
    private static func milliseconds(_ work: () async throws -> Void) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<20 {
            let start = ContinuousClock.now
            try await work()
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        return (times.sorted()[times.count / 2] * 100).rounded() / 100
    }

    /// Returns random words of a vocabulary of 5000. The frequency of a word is inversely proportional to its number,
    /// as in natural language (Zipf's law).
    private static func words(_ count: Int, _ random: inout SplitMix) -> [HistoryWord] {
        (0..<count).map { index in
            let share = Double(random.next() >> 11) / Double(1 << 53)
            let word = Word(
                text: "word\(Int(pow(5000, share)))", start: Double(index) * 0.4, end: Double(index) * 0.4 + 0.3,
                probability: 0.9)
            return HistoryWord(word, paragraph: index / 50)
        }
    }

    // MARK: Killed programs

    /// Kills a program at random moments, `times` times during each kind of work, and prints the age of the oldest lost
    /// result. Returns whether every lost result was at most a second old and all databases were undamaged.
    func kills(_ times: Int) async throws -> Bool {
        var isWhole = true
        for work in KilledProgram.allCases {
            var losses: [Double] = []
            var damaged = 0
            for _ in 0..<times {
                let folder = try TemporaryFolder()
                let outcome = try await kill(work, after: .random(in: 0.2...1.6), in: folder)
                losses.append(outcome.lost)
                damaged += outcome.isSound ? 0 : 1
                if outcome.lost > Self.bars.loss || !outcome.isSound {
                    print("\(work): \(outcome)")
                }
            }
            let worst = losses.max() ?? 0
            print(
                "\(work), \(times) kills: what was lost was at most \(Int(worst * 1000)) ms old; \(damaged) databases "
                    + "damaged")
            isWhole = isWhole && worst <= Self.bars.loss && damaged == 0
        }
        return isWhole
    }

    private func kill(
        _ work: KilledProgram, after seconds: Double, in folder: TemporaryFolder
    ) async throws -> (lost: Double, said: Int, kept: Int, isSound: Bool) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["killed", work.rawValue, folder.path]
        process.standardOutput = pipe
        try process.run()
        // Wait for the first result, because the time until the kill is counted from it.
        var text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        try await Task.sleep(for: .seconds(seconds))
        Glibc.kill(process.processIdentifier, SIGKILL)
        let end = KilledProgram.now
        process.waitUntilExit()
        text += String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let said = text.split(separator: "\n").compactMap { Double($0) }
        let (kept, isSound) = try await work == .translation ? exchanges(in: folder) : words(in: folder)
        // Results are stored in order, so the first one that was not stored is the oldest lost one.
        return (kept < said.count ? end - said[kept] : 0, said.count, kept, isSound)
    }

    /// Returns the number of words stored for the only session, and whether the database is undamaged.
    private func words(in folder: TemporaryFolder) async throws -> (Int, Bool) {
        let store = SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: SystemClock())
        let sessions = try await store.sessions(matching: "", limit: 10)
        let record = try await sessions.first.asyncFlatMap { try await store.record(of: $0.id) }
        let isSound =
            try Self.isSound(folder.file("history.sqlite")) && sessions.count <= 1 && record?.session.isOpen != true
        return (record?.words.count ?? 0, isSound)
    }

    /// Returns the number of stored translations, and whether their database is undamaged.
    private func exchanges(in folder: TemporaryFolder) async throws -> (Int, Bool) {
        let archive = SQLiteTranslationArchive(path: folder.file("translations.sqlite"), clock: SystemClock())
        try await archive.allow(texts: true, sound: false)
        let kept = try await archive.history(matching: "", limit: 10_000).count
        return (kept, try Self.isSound(folder.file("translations.sqlite")))
    }

    /// Returns whether the database passes SQLite's own check. Returns false as well if a damaged database was renamed
    /// and replaced.
    private static func isSound(_ path: String) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            [
                "-c",
                """
                import sqlite3, sys
                base = sqlite3.connect(sys.argv[1])
                sys.exit(base.execute("PRAGMA integrity_check").fetchall() != [("ok",)])
                """, path,
            ]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0 && !FileManager.default.fileExists(atPath: path + ".damaged")
    }
}

extension Optional {
    fileprivate func asyncFlatMap<Result>(_ work: (Wrapped) async throws -> Result?) async rethrows -> Result? {
        if let value = self {
            return try await work(value)
        }
        return nil
    }
}
