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
        print("10,000 sessions, \(await store.size() / 1_000_000) MB")
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

    /// Returns the median duration of twenty runs, in milliseconds.
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

    /// Kills a dictating program at random moments, and prints what was lost. Returns true if no lost word was older
    /// than a second and no database was damaged.
    func kills(_ times: Int) async throws -> Bool {
        var losses: [Double] = []
        var isWhole = true
        for number in 0..<times {
            let folder = try TemporaryFolder()
            let outcome = try await kill(after: .random(in: 0.2...1.6), in: folder)
            losses.append(outcome.lost)
            if outcome.lost > Self.bars.loss || !outcome.isSound {
                print("kill \(number + 1): \(outcome)")
                isWhole = false
            }
        }
        let worst = losses.max() ?? 0
        print(
            "\(times) kills: the oldest lost word was \(Int(worst * 1000)) ms old; \(isWhole ? "none" : "some") damaged"
        )
        return isWhole
    }

    private func kill(
        after seconds: Double, in folder: TemporaryFolder
    ) async throws -> (lost: Double, said: Int, kept: Int, isSound: Bool) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["history-session", folder.path]
        process.standardOutput = pipe
        try process.run()
        // Wait for the first word, because the time until the kill is counted from it.
        var text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        try await Task.sleep(for: .seconds(seconds))
        Glibc.kill(process.processIdentifier, SIGKILL)
        let end = Self.now
        process.waitUntilExit()
        text += String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let said = text.split(separator: "\n").compactMap { Double($0) }
        let store = SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: SystemClock())
        let sessions = try await store.sessions(matching: "", limit: 10)
        let record = try await sessions.first.asyncFlatMap { try await store.record(of: $0.id) }
        let kept = record?.words.count ?? 0
        let isSound =
            try Self.isSound(folder.file("history.sqlite")) && sessions.count <= 1 && record?.session.isOpen != true
        // Words are stored in order, so the first one that was not stored is the oldest lost word.
        return (kept < said.count ? end - said[kept] : 0, said.count, kept, isSound)
    }

    /// Current time of the monotonic clock in seconds. All processes share this clock.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns whether SQLite's own checks find no damage in the database and its search index, and no damaged database
    /// was set aside.
    private static func isSound(_ path: String) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            """
            import sqlite3, sys
            base = sqlite3.connect(sys.argv[1])
            base.execute("INSERT INTO sessionIndex (sessionIndex, rank) VALUES ('integrity-check', 1)")
            sys.exit(base.execute("PRAGMA integrity_check").fetchall() != [("ok",)])
            """, path,
        ]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0 && !FileManager.default.fileExists(atPath: path + ".damaged")
    }

    /// Simulates the dictation of fifty words a second until the process is killed. Prints the time of each word that
    /// is reported.
    @MainActor static func dictate(in folder: String) async {
        var preferences = Preferences()
        preferences.history.keepsSound = true
        let history = HistoryService(
            store: SQLiteHistoryStore(path: folder + "/history.sqlite", clock: SystemClock()),
            sounds: FlacSounds(folder: folder + "/recordings"),
            archive: SQLiteTranslationArchive(path: folder + "/translations.sqlite", clock: SystemClock()),
            preferences: FakePreferenceStore(preferences), player: FakeSoundPlayer(), reader: SoundFileReader(),
            wallClock: SystemClock())
        let script = (0..<5000).map { index -> ScriptedRecognizer.Cue in
            let start = Double(index) * 0.02
            return .init(start, .final([Word(text: "word\(index)", start: start, end: start + 0.02, probability: 1)]))
        }
        let microphone = FakeMicrophone()
        let dictation = DictationService(
            microphone: microphone, recognizer: ScriptedRecognizer(script: script),
            recorder: history.dictationRecorder)
        let printer = WordPrinter()
        dictation.delegate = printer
        await history.begin()
        await dictation.start(DictationOptions(silenceStop: nil))
        let block = [Float](repeating: 0.1, count: AudioBlock.sampleRate / 50)
        while true {
            microphone.play(block)
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    @MainActor private final class WordPrinter: DictationServiceDelegate {
        private var printed = 0

        func dictationService(_ service: any Dictating, didReport event: DictationEvent) {
            if case .transcript(let transcript) = event {
                while printed < transcript.wordCount {
                    printed += 1
                    try? FileHandle.standardOutput.write(contentsOf: Data("\(HistoryBench.now)\n".utf8))
                }
            }
        }
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
