import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// Failures of the rhythm commands.
extension Failure {
    init(_ failure: RhythmFailure) {
        self.init(.unavailable, failure.message.text)
    }

    /// Creates the failure for a text that is not a valid tempo.
    init(tempo text: String) {
        self.init(.usage, "--bpm \(text): " + tr("the tempo is a number from 20 to 300."))
    }

    init(_ error: PatternError, path: String) {
        self.init(error.kind == .unreadable ? .noInput : .badData, "\(path): \(error.message.text)")
    }

    init(_ error: SoundSaveError, path: String) {
        switch error.kind {
        case .tooLong:
            self.init(
                .usage,
                "\(path): " + tr("a WAV file cannot hold so much sound; ask for fewer bars or a lower rate."))
        case .file(let kind): self.init(TextSaveError(kind), path: path)
        }
    }
}
