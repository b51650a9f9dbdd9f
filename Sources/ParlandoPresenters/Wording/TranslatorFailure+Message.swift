import ParlandoCore
public import ParlandoServices

extension TranslatorFailure {
    /// Message that tells the user why recognition, translation or speech failed, with a command that may help. Results
    /// of earlier stages are still on the page.
    public var message: Message {
        switch self {
        case .dictation(let failure):
            failure.message
        case .nothingHeard:
            Message(tr("No speech was detected. Speak louder, or move closer to the microphone."), .tryAgain)
        case .busy:
            Message(tr("Wait until the translator page has finished, or stop it there."))
        case .consentMissing(let service):
            Message(
                tr(
                    "Nothing was sent. Allow sending text to {service} first.",
                    ["service": TranslatorWording.name(of: service)]), .askConsent)
        case .modelMissing:
            Message(
                tr("This language needs a multilingual speech model, such as base."),
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

    /// Severity with which the banner shows the failure. A consent that the user has not given is only shown as
    /// information.
    var tone: PageBanner.Tone {
        if case .consentMissing = self {
            return .information
        }
        return .failure
    }

    /// Returns a second command that the banner about the failure offers, such as typing instead of speaking; nil if
    /// there is none.
    func alternative(in stage: TranslatorStage) -> PageAction? {
        switch self {
        case .dictation, .nothingHeard, .modelMissing:
            .typeInstead
        case .translation(let error):
            error.isDoneAgain ? .tryAgain : nil
        case .synthesis, .playback:
            .readOnly
        case .busy, .consentMissing, .saving:
            nil
        }
    }
}

extension TranslationError {
    /// Whether the banner offers *Try Again* in addition to the main command.
    fileprivate var isDoneAgain: Bool {
        switch kind {
        case .nothingToTranslate, .tooLong, .authorities: false
        default: message.action?.kind != .retry
        }
    }
}

extension AudioFileError {
    /// Message that tells the user why a spoken translation could not be saved to an audio file.
    fileprivate var savingMessage: Message {
        switch kind {
        case .missing:
            Message(tr("The audio was not saved: the folder does not exist. Choose another."))
        case .denied:
            Message(tr("The audio was not saved: you do not have permission to write to this folder. Choose another."))
        case .notAudio, .empty, .truncated, .tooLong, .incomplete:
            Message(tr("The audio was not saved completely. Check whether the disk is full."))
        }
    }
}

extension PageAction {
    static var askConsent: Self { Self(tr("Review…"), .askConsent) }
    static var typeInstead: Self { Self(tr("Type Instead"), .typeInstead) }
    static var readOnly: Self { Self(tr("Continue Without Voice"), .readOnly) }
}
