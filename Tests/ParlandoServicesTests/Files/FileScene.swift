import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Synchronization

/// Reads sound files that a test has made up.
final class MadeFiles: AudioFileReader {
    struct MadeFile {
        var seconds = 3
        var failure: AudioFileError?
        var report = AudioFileReport()
        /// Error that opening the file throws.
        var refusal: AudioFileError?
    }

    private let state = Mutex((files: [String: MadeFile](), opened: [String](), read: [String: Int]()))

    /// Paths of the files that were opened, in order.
    var opened: [String] { state.withLock { $0.opened } }

    /// Returns the number of blocks of a second that were read from a file.
    func blocksRead(_ path: String) -> Int {
        state.withLock { $0.read[path] ?? 0 }
    }

    func put(_ path: String, _ file: MadeFile = MadeFile()) {
        state.withLock { $0.files[path] = file }
    }

    func blocks(of path: String, seconds: Double) async throws(AudioFileError) -> AudioFile {
        let file = state.withLock { state in
            state.opened.append(path)
            return state.files[path]
        }
        guard let file else {
            throw AudioFileError(.missing)
        }
        if let refusal = file.refusal {
            throw refusal
        }
        let left = Mutex(file.seconds)
        let blocks = AsyncThrowingStream<AudioBlock, any Error> {
            let isOver = left.withLock { left in
                left -= 1
                return left < 0
            }
            guard !isOver else {
                if let failure = file.failure {
                    throw failure
                }
                return nil
            }
            self.state.withLock { $0.read[path, default: 0] += 1 }
            return AudioBlock(samples: [Float](repeating: 0.1, count: AudioBlock.sampleRate))
        }
        return AudioFile(seconds: Double(file.seconds), blocks: blocks) { file.report }
    }
}

/// A clock on which a second passes with each look at it.
final class HastyClock: MonotonicClock {
    private let looks = Atomic<Int64>(0)

    var now: HostTime {
        HostTime(nanoseconds: looks.add(1, ordering: .relaxed).newValue * 1_000_000_000)
    }
}

/// A queue of files with everything around it in the test's hand.
@MainActor final class FileScene {
    let files = MadeFiles()
    let store = FakeHistoryStore()
    let sounds = FakeHistorySounds()
    let preferences = FakePreferenceStore()
    let speakers = LiveSessions()
    let spy = SpyFilesDelegate()
    let history: HistoryService
    private(set) var queue: FileTranscriptionService

    init(_ recognizer: any SpeechRecognizer, words: (any WordBookStore)? = nil) {
        let history = HistoryService(
            store: store, sounds: sounds, archive: FakeTranslationArchive(), preferences: preferences,
            player: FakeSoundPlayer(), reader: files, wallClock: FixedClock(),
            clock: ManualClock(advancesItself: false))
        self.history = history
        queue = FileTranscriptionService(
            FileTranscriptionParts(
                reader: files, recognizer: recognizer, speakers: speakers, history: history, words: words,
                preferences: preferences, catalogue: [], wallClock: FixedClock(), clock: HastyClock()))
        queue.delegate = spy
    }

    /// Puts files into the queue, and waits for the end of all.
    func transcribe(_ paths: String...) async {
        await queue.add(paths)
        await rest()
    }

    func rest() async {
        await spy.nextChange { !self.spy.files.isEmpty && self.spy.files.allSatisfy(\.hasEnded) }
    }

    func state(_ path: String) -> FileState? {
        spy.files.first { $0.path == path }?.state
    }

    func outcome(_ path: String) -> FileOutcome? {
        spy.files.first { $0.path == path }?.outcome
    }

    func id(_ path: String) -> UUID {
        spy.files.first { $0.path == path }?.id ?? UUID()
    }

    var texts: [String] { store.records.map(\.session.text.revealed) }

    /// Returns words of a text, each three tenths of a second after the one before.
    static func words(_ text: String, at start: Double = 0) -> [Word] {
        text.split(separator: " ").enumerated().map { index, word in
            let begin = start + Double(index) * 0.3
            return Word(text: String(word), start: begin, end: begin + 0.25, probability: 0.9)
        }
    }
}
