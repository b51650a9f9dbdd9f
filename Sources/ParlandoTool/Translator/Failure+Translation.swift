import ParlandoCore
import ParlandoPresenters

extension Failure {
    /// Creates the failure with the exit code and the message for an error.
    init(_ error: TranslationError) {
        let code: Code =
            switch error.kind {
            case .tooLong, .nothingToTranslate: .badData
            case .addressRefused, .sourceUnknown: .usage
            default: .unavailable
            }
        if case .authorities(let fault) = error.kind {
            self.init(fault)
        } else {
            self.init(code, error.message.text)
        }
    }

    /// Creates the failure for a file of authorities that cannot be used, with a hint for the command line.
    private init(_ fault: AuthorityFault) {
        self.init(.io, fault.sentence + " " + tr("Install Parlando again, or give --any-authority."))
    }
}

extension Failure {
    /// Creates the failure for a translation that could not be spoken.
    init(_ error: SynthesisError) {
        let sentence =
            switch error.kind {
            case .keyMissing: tr("The voice service needs a key: PARLANDO_GEMINI_KEY or PARLANDO_GOOGLE_KEY.")
            case .keyring(let kind): SecretError(kind).message.text
            case .authorities(let fault): Self(fault).sentence
            default: error.message.text
            }
        self.init(.unavailable, sentence)
    }

    /// Creates the failure for speech that could not be saved.
    init(saving error: AudioFileError, path: String) {
        switch error.kind {
        case .missing: self.init(TextSaveError(.folderMissing), path: path)
        case .denied: self.init(TextSaveError(.denied), path: path)
        case .notAudio, .empty, .truncated, .tooLong, .incomplete: self.init(TextSaveError(.failed), path: path)
        }
    }
}
