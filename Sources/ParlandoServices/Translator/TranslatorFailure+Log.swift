import ParlandoCore

extension TranslatorFailure {
    /// Description of the failure for the log, without any text that was spoken or typed.
    var forLog: String {
        switch self {
        case .dictation(let failure): "dictation \(failure)"
        case .nothingHeard: "nothing heard"
        case .busy: "busy"
        case .consentMissing(let service): "no consent for \(service.rawValue)"
        case .modelMissing: "no model for many languages"
        case .translation(let error): "translation \(error.kind) \(error.detail)"
        case .synthesis(let error): "synthesis \(error.kind) \(error.detail)"
        case .playback(let error): "playback \(error.kind) \(error.detail)"
        case .saving(let error): "saving \(error.kind) \(error.detail)"
        }
    }
}
