public import ParlandoCore
import Synchronization

/// Fake meter of stored data, whose measurements a test sets.
public final class FakeKeptDataMeter: KeptDataMeter {
    private let state = Mutex((places: [KeptKind: KeptPlace](), measurements: 0))

    public init() {}

    public var measurements: Int { state.withLock { $0.measurements } }

    public func set(_ kind: KeptKind, _ path: String, bytes: Int64) {
        state.withLock { $0.places[kind] = KeptPlace(path, bytes: bytes) }
    }

    public func measure() async -> [KeptKind: KeptPlace] {
        state.withLock { state in
            state.measurements += 1
            return state.places
        }
    }
}

/// Fake that counts removals of stored files, and can be made to fail.
public final class FakeKeptFiles: KeptFiles {
    private let state = Mutex((removals: 0, failure: KeptFileError?.none))

    public init() {}

    public var removals: Int { state.withLock { $0.removals } }

    /// Sets the error of the following calls, or nil for success.
    public func fail(with error: KeptFileError?) {
        state.withLock { $0.failure = error }
    }

    public func removeAll() async throws(KeptFileError) {
        let failure = state.withLock { state in
            state.removals += 1
            return state.failure
        }
        if let failure {
            throw failure
        }
    }
}

/// Ownership of the data folder that a test chooses.
public struct FakeDataOwnership: DataOwnership {
    public let isOwner: Bool

    public init(isOwner: Bool) {
        self.isOwner = isOwner
    }
}

/// Saver that keeps texts and recordings in memory, or fails on request. Thread-safe.
public final class FakeTextSaver: TextSaver, RecordingSaver {
    /// Saved text and its path.
    public struct Save: Sendable, Equatable {
        public let text: String
        public let path: String
    }

    private let error: Mutex<TextSaveError?>
    private let log = Mutex<[Save]>([])
    private let sounds = Mutex<[SpeechRecording]>([])

    public init(error: TextSaveError? = nil) {
        self.error = Mutex(error)
    }

    public func recover() {
        error.withLock { $0 = nil }
    }

    public var saves: [Save] {
        log.withLock { $0 }
    }

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

    public func saveNew(_ text: String, to path: String) async throws(TextSaveError) -> Bool {
        guard !saves.contains(where: { $0.path == path }) else {
            return false
        }
        try await save(text, to: path)
        return true
    }
}
