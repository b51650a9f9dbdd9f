import ParlandoCore
import ParlandoPresenters

extension Failure {
    /// The number that fits, and the sentence.
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

    /// Why nothing was sent to Google, and what can be done at the command line.
    private init(_ fault: AuthorityFault) {
        self.init(.io, fault.sentence + " Install Parlando again, or give --any-authority.")
    }
}

extension Failure {
    /// Why a translation was not spoken.
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

    /// Why speech was not written.
    init(saving error: AudioFileError, path: String) {
        switch error.kind {
        case .missing: self.init(.cannotWrite, "\(path): there is no such folder.")
        case .denied: self.init(.cannotWrite, "\(path): it may not be written to.")
        case .notAudio, .empty, .truncated, .tooLong: self.init(.io, "\(path): writing failed.")
        }
    }
}
