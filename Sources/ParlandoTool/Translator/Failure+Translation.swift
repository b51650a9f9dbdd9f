import ParlandoCore
import ParlandoPresenters

extension Failure {
    /// Creates the failure with the exit code and the message for an error.
    init(_ error: TranslationError) {
        let code: Code =
            switch error.kind {
            case .tooLong, .nothingToTranslate: .badData
            case .addressRefused: .usage
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
        self.init(.io, fault.sentence + " Install Parlando again, or give --any-authority.")
    }
}

extension Failure {
    /// Creates the failure for a translation that could not be spoken.
    init(_ error: SynthesisError) {
        let sentence =
            switch error.kind {
            case .keyMissing: "The voice service needs a key: PARLANDO_GEMINI_KEY or PARLANDO_GOOGLE_KEY."
            case .keyring(let kind): SecretError(kind).message.text
            case .authorities(let fault): Self(fault).sentence
            case .languageRefused: "No voice speaks this language."
            case .scriptRefused: "The voice cannot read the signs that the text is written in."
            case .nothingToSay: "There is nothing in the text that could be spoken."
            case .notInstalled: "espeak-ng or its voices are not installed."
            default: "The translation was not spoken (\(error.kind))."
            }
        self.init(.unavailable, sentence)
    }

    /// Creates the failure for speech that could not be saved.
    init(saving error: AudioFileError, path: String) {
        switch error.kind {
        case .missing: self.init(.cannotWrite, "\(path): there is no such folder.")
        case .denied: self.init(.cannotWrite, "\(path): it may not be written to.")
        case .notAudio, .empty, .truncated, .tooLong: self.init(.io, "\(path): writing failed.")
        }
    }
}
