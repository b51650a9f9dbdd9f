import ParlandoCore
public import ParlandoServices

extension InterpreterFailure {
    /// Message for the user. Earlier results are still on the page.
    public var message: Message {
        switch self {
        case .dictation(let failure):
            failure.message
        case .nothingHeard:
            Message(tr("Nothing was heard that could be translated. Speak a little louder, or closer."), .tryAgain)
        case .consentMissing(let service):
            Message(
                tr(
                    "Nothing was sent: you have not agreed yet that text goes to {service}.",
                    ["service": TranslatorWording.name(of: service)]), .askConsent)
        case .modelMissing:
            Message(
                tr("To understand this language a speech model for many languages is needed, such as base."),
                PageAction(tr("Choose a Model"), .chooseSpeechModel))
        case .translation(let error):
            error.message
        case .synthesis(let error):
            error.message
        case .playback(let error):
            error.loudspeakerMessage
        case .saving(let error):
            error.savingMessage
        }
    }

    /// Returns a second command that the banner offers, or nil if there is none.
    func alternative(in stage: InterpreterStage) -> PageAction? {
        switch self {
        case .dictation, .nothingHeard, .modelMissing:
            .typeInstead
        case .translation(let error):
            error.isDoneAgain ? .tryAgain : nil
        case .synthesis, .playback:
            .readOnly
        case .consentMissing, .saving:
            nil
        }
    }
}

extension TranslationError {
    /// Whether Try Again is offered in addition to the main command.
    fileprivate var isDoneAgain: Bool {
        switch kind {
        case .nothingToTranslate, .tooLong, .authorities: false
        default: message.action?.kind != .retry
        }
    }
}

extension AudioFileError {
    /// Message for a user who tried to save speech to a file.
    fileprivate var savingMessage: Message {
        switch kind {
        case .missing:
            Message(tr("The sound was not saved: that folder does not exist. Choose another one."))
        case .denied:
            Message(tr("The sound was not saved: that place may not be written to. Choose another folder."))
        case .notAudio, .empty, .truncated, .tooLong:
            Message(tr("The sound was not saved: not all of it could be written. Is the disk full?"))
        }
    }
}

extension PageAction {
    static var askConsent: Self { Self(tr("Agree…"), .askConsent) }
    static var typeInstead: Self { Self(tr("Type Instead"), .typeInstead) }
    static var readOnly: Self { Self(tr("Read Only"), .readOnly) }
}
