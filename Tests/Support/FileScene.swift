public import Foundation
public import ParlandoCore
public import ParlandoServices
import Synchronization

/// Reads sound files that a test has made up.
public final class MadeFiles: AudioFileReader {
    /// A made-up file. Its blocks are as long as a second.
    public struct MadeFile: Sendable {
        var seconds: Int
        var failure: AudioFileError?
        var report: AudioFileReport
        var refusal: AudioFileError?
        var tracks: [String]

        /// - Parameters:
        ///   - failure: error at the end of the sound.
        ///   - refusal: error that opening the file throws.
        public init(
            seconds: Int = 3, failure: AudioFileError? = nil, report: AudioFileReport = AudioFileReport(),
            refusal: AudioFileError? = nil, tracks: [String] = [""]
        ) {
            self.seconds = seconds
            self.failure = failure
            self.report = report
            self.refusal = refusal
            self.tracks = tracks
        }
    }

    private let state = Mutex((files: [String: MadeFile](), opened: [String](), read: [String: Int]()))

    public init() {}

    public var opened: [String] { state.withLock { $0.opened } }

    /// Returns the number of blocks that were read from a file.
    public func blocksRead(_ path: String) -> Int {
        state.withLock { $0.read[path] ?? 0 }
    }

    public func put(_ path: String, _ file: MadeFile = MadeFile()) {
        state.withLock { $0.files[path] = file }
    }

    public func blocks(of path: String, seconds: Double, track: Int?) async throws(AudioFileError) -> AudioFile {
        let file = state.withLock { state in
            state.opened.append(track.map { "\(path) \($0)" } ?? path)
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
        let tracks = AudioTracks(file.tracks, chosen: track ?? 0)
        return AudioFile(seconds: Double(file.seconds), tracks: tracks, blocks: blocks) { file.report }
    }
}

/// A clock on which a second passes with each look at it.
private final class HastyClock: MonotonicClock {
    private let looks = Atomic<Int64>(0)

    var now: HostTime {
        HostTime(nanoseconds: looks.add(1, ordering: .relaxed).newValue * 1_000_000_000)
    }
}

/// A queue of files with everything around it in the test's hand.
@MainActor public final class FileScene {
    public let files = MadeFiles()
    public let store = FakeHistoryStore()
    public let sounds = FakeHistorySounds()
    public let preferences = FakePreferenceStore()
    public let speakers = LiveSessions()
    /// Delegate of the queue, unless a test sets another one.
    public let spy = SpyFilesDelegate()
    public let history: HistoryService
    public let queue: FileTranscriptionService

    public init(_ recognizer: any SpeechRecognizer, words: (any WordBookStore)? = nil) {
        history = HistoryService(
            store: store, sounds: sounds, archive: FakeTranslationArchive(), preferences: preferences,
            player: FakeSoundPlayer(), reader: files, wallClock: FixedClock(),
            clock: ManualClock(advancesItself: false))
        queue = FileTranscriptionService(
            reader: files, recognizer: recognizer, speakers: speakers, history: history, words: words,
            preferences: preferences, catalogue: [], wallClock: FixedClock(), clock: HastyClock())
        queue.delegate = spy
    }

    /// Puts files into the queue, and waits for the end of all.
    public func transcribe(_ paths: String...) async {
        await queue.add(paths)
        await rest()
    }

    public func rest() async {
        await spy.nextChange { !self.spy.files.isEmpty && self.spy.files.allSatisfy(\.hasEnded) }
    }

    public func state(_ path: String) -> FileState? {
        spy.files.first { $0.path == path }?.state
    }

    public func outcome(_ path: String) -> FileOutcome? {
        spy.files.first { $0.path == path }?.outcome
    }

    public func id(_ path: String) -> UUID {
        spy.files.first { $0.path == path }?.id ?? UUID()
    }

    public var texts: [String] { store.records.map(\.session.text.revealed) }

    /// Returns words of a text, each three tenths of a second after the one before.
    public static func words(_ text: String, at start: Double = 0) -> [Word] {
        [Word](of: text, from: start, every: 0.3, lasting: 0.25)
    }
}

@MainActor public final class SpyFilesDelegate: FileTranscriptionServiceDelegate, ChangeWatching {
    public let changes = Changes()
    public private(set) var events: [FileEvent] = [] { didSet { changes.happened() } }

    public init() {}

    public func fileTranscriptionService(_ service: FileTranscriptionService, didReport event: FileEvent) {
        events.append(event)
    }

    public var files: [QueuedFile] {
        events.compactMap { event in
            if case .queue(let files) = event {
                return files
            }
            return nil
        }.last ?? []
    }

    public var finished: [[QueuedFile]] {
        events.compactMap { event in
            if case .finished(let files) = event {
                return files
            }
            return nil
        }
    }
}
