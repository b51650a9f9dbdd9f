import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// Failures of the rhythm commands.
extension Failure {
    init(_ failure: RhythmFailure) {
        self.init(.unavailable, failure.message.text)
    }

    init(_ error: PatternError, path: String) {
        self.init(error.kind == .unreadable ? .noInput : .badData, "\(path): \(error.message.text)")
    }

    init(_ error: SoundSaveError, path: String) {
        let code: Code =
            switch error.kind {
            case .tooLong: .usage
            case .denied, .folderMissing, .isFolder: .cannotWrite
            case .diskFull, .failed: .io
            }
        let reason =
            switch error.kind {
            case .tooLong: "a WAV file cannot hold so much sound; ask for fewer bars or a lower rate."
            case .denied: "it may not be written to."
            case .folderMissing: "there is no such folder."
            case .isFolder: "it is a folder."
            case .diskFull: "the disk is full."
            case .failed: "writing failed."
            }
        self.init(code, "\(path): \(reason)")
    }
}
