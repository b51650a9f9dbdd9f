public import ParlandoCore
import Synchronization

/// Saver that keeps texts and recordings in memory, or fails on request. Thread-safe.
public final class FakeTextSaver: TextSaver, RecordingSaver {
    /// Saved text and its path.
    public struct Save: Sendable, Equatable {
        /// Content of the file.
        public let text: String
        /// Path of the file.
        public let path: String
    }

    private let error: Mutex<TextSaveError?>
    private let log = Mutex<[Save]>([])
    private let sounds = Mutex<[SpeechRecording]>([])

    public init(error: TextSaveError? = nil) {
        self.error = Mutex(error)
    }

    /// Makes the following calls succeed.
    public func recover() {
        error.withLock { $0 = nil }
    }

    /// All saved texts, in order.
    public var saves: [Save] {
        log.withLock { $0 }
    }

    /// All saved recordings, in order.
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
