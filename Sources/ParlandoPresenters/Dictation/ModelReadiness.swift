import ParlandoCore
import ParlandoServices

/// Whether a dictation session can begin, and which engine recognises its speech.
enum ModelReadiness: Equatable {
    case ready(RecognitionEngine)
    /// The model is on disk and has to be loaded into memory.
    case asleep
    /// The list of models has not arrived yet.
    case unknown
    /// The model is not on disk, and is not being downloaded.
    case absent
    /// A session cannot begin. The string tells the user the reason.
    case refused(String)

    /// - Parameters:
    ///   - engine: the engine that recognises speech in the next session; nil if the chosen server is no longer in the
    ///     list.
    ///   - entry: the chosen model, or nil if there is none.
    ///   - isKnown: whether the list of models has arrived.
    init(_ engine: RecognitionEngine?, _ entry: ModelEntry?, isKnown: Bool) {
        switch engine {
        case .local: self.init(entry, isKnown: isKnown)
        case .some(let server): self = .ready(server)
        case nil: self = .refused(Self.serverGone)
        }
    }

    /// Sentence that tells the user that the chosen server no longer exists.
    static var serverGone: String {
        tr("The selected server no longer exists. Choose another in Preferences.")
    }

    private init(_ entry: ModelEntry?, isKnown: Bool) {
        switch entry?.state {
        case nil:
            self = isKnown ? .refused(tr("There are no speech models to choose from.")) : .unknown
        case .absent, .failed(.store):
            self = .absent
        case .failed(.recognition(let error)) where [.modelMissing, .modelCorrupt].contains(error.kind):
            self = .absent
        case .present:
            self = .asleep
        case .downloading, .verifying, .preparing, .ready, .failed(.recognition):
            // The sound waits until the model can be used. A model that failed is tried again.
            self = .ready(.local)
        }
    }

    /// The engine that recognises speech once a session can begin.
    var engine: RecognitionEngine {
        if case .ready(let engine) = self {
            return engine
        }
        return .local
    }

    /// Begins a session. If the model is on disk but not in memory, starts loading it.
    @MainActor func begin(_ options: DictationOptions, with dictation: any Dictating, _ models: any ModelKeeping) {
        Task {
            if self == .asleep {
                await models.wake()
            }
            await dictation.start(options)
        }
    }
}
