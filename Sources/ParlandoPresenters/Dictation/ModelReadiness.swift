import ParlandoCore
import ParlandoServices

/// Whether a session can begin, and with whom.
enum ModelReadiness: Equatable {
    case ready(RecognitionEngine)
    /// The model is on disk and has to be woken.
    case asleep
    /// Nobody has said yet which model there is.
    case unknown
    /// Why it cannot.
    case refused(String)

    /// - Parameters:
    ///   - engine: who is to recognise, nil: a server that is not in the list.
    ///   - entry: the chosen model, nil: none.
    ///   - isKnown: whether the models there are have been told.
    init(_ engine: RecognitionEngine?, _ entry: ModelEntry?, isKnown: Bool) {
        switch engine {
        case .local: self.init(entry, isKnown: isKnown)
        case .some(let server): self = .ready(server)
        case nil: self = .refused(tr("The selected server no longer exists. Choose another in Preferences."))
        }
    }

    private init(_ entry: ModelEntry?, isKnown: Bool) {
        switch entry?.state {
        case .absent, .failed,
            nil where isKnown:
            self = .refused(tr("Download a speech model first."))
        case .downloading, .verifying:
            self = .refused(tr("The speech model is still downloading."))
        case nil:
            self = .unknown
        case .present:
            self = .asleep
        case .preparing, .ready:
            self = .ready(.local)
        }
    }

    /// Who recognises, once a session can begin.
    var engine: RecognitionEngine {
        if case .ready(let engine) = self {
            return engine
        }
        return .local
    }

    /// Begins a session, once a sleeping model is awake.
    @MainActor func begin(_ options: DictationOptions, with dictation: any Dictating, _ models: any ModelKeeping) {
        Task {
            if self == .asleep {
                await models.wake()
            }
            await dictation.start(options)
        }
    }
}
