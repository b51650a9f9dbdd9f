public import ParlandoCore
import Synchronization

/// Keeps what was saved in memory, or fails as it is told to. May be used from any thread.
public final class FakeTextSaver: TextSaver, RecordingSaver {
    /// A text and the file it was to go into.
    public struct Save: Sendable, Equatable {
        /// The content of the file.
        public let text: String
        /// Where it was to go.
        public let path: String
    }

    private let error: Mutex<TextSaveError?>
    private let log = Mutex<[Save]>([])
    private let sounds = Mutex<[SpeechRecording]>([])

    public init(error: TextSaveError? = nil) {
        self.error = Mutex(error)
    }

    /// From now on saving succeeds.
    public func recover() {
        error.withLock { $0 = nil }
    }

    /// Everything that was saved, in order.
    public var saves: [Save] {
        log.withLock { $0 }
    }

    /// Every recording that was saved, in order.
    public var recordings: [SpeechRecording] {
        sounds.withLock { $0 }
    }

    public func save(_ recording: SpeechRecording, to path: String) async throws(TextSaveError) {
        if let error = error.withLock({ $0 }) {
            throw error
        }
        sounds.withLock { $0.append(recording) }
    }

    public func save(_ text: String, to path: String) async throws(TextSaveError) {
        if let error = error.withLock({ $0 }) {
            throw error
        }
        log.withLock { $0.append(Save(text: text, path: path)) }
    }
}
