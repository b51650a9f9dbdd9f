public import ParlandoCore
import Synchronization

/// An engine that recognises speech on this computer, with model files of its own format. The catalogue of models names
/// the engine of each model (`SpeechModel.engine`).
public protocol SpeechEngine: Sendable {
    /// Name of the speech recognition engine in the catalogue of models, for example `whisper`.
    var name: String { get }

    /// Loads a model into memory, and reports the fraction that was read, 0…1. Blocks the calling thread.
    ///
    /// - Throws: `RecognitionError`: `modelMissing`, `modelCorrupt` or `outOfMemory`.
    func read(_ files: ModelFiles, progress: any LoadProgress) throws(RecognitionError) -> any LoadedModel
}

/// A speech model in memory, which is freed with its last reference. Not thread-safe.
public protocol LoadedModel: AnyObject {
    /// Whether the model knows other languages besides English.
    var isMultilingual: Bool { get }

    /// Returns a decoder for one session.
    ///
    /// - Parameter cancel: flag that cancels decoding. Once it is set, the decoder throws `CancellationError`, even
    ///   during a computation.
    func makeDecoder(_ options: RecognitionOptions, cancel: CancelFlag) -> any SpeechDecoder
}

/// A flag that cancels a running computation. Thread-safe.
public final class CancelFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    public init() {}

    /// Whether the computation should end.
    public var isSet: Bool {
        flag.load(ordering: .relaxed)
    }

    /// Cancels the computation, which ends when it next checks the flag.
    public func set() {
        flag.store(true, ordering: .relaxed)
    }
}
