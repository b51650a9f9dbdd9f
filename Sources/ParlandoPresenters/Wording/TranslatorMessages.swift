public import ParlandoCore
public import ParlandoServices

extension TranslatorFailure {
    /// Results of earlier stages are still on the page.
    public var message: Message {
        switch self {
        case .dictation(let failure):
            failure.message
        case .nothingHeard:
            Message(tr("No speech was detected. Speak louder, or move closer to the microphone."), .tryAgain)
        case .busy: Message(tr("Wait until the translator page has finished, or stop it there."))
        case .consentMissing(let service):
            Message(
                tr(
                    "Nothing was sent. Allow sending text to {service} first.",
                    ["service": TranslatorWording.name(of: service.descriptor)]), .askConsent)
        case .modelMissing:
            Message(
                tr("This language needs a speech model for 99 languages."),
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

    /// A missing consent is no failure.
    var tone: PageBanner.Tone {
        if case .consentMissing = self {
            return .information
        }
        return .failure
    }

    /// A second command, such as typing instead of speaking.
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
    /// Whether the banner offers *Try Again* as well: not if the same text would fail again.
    fileprivate var isDoneAgain: Bool {
        switch kind {
        case .nothingToTranslate, .tooLong, .authorities, .keyMissing, .rateLimited, .textLimited, .quotaExhausted,
            .blocked, .requestRefused, .cut, .pairRefused, .sourceUnknown:
            false
        default: message.action?.kind != .retry
        }
    }
}

extension TextSaveError {
    fileprivate var savingMessage: Message {
        switch kind {
        case .folderMissing:
            Message(tr("The audio was not saved: the folder does not exist. Choose another."))
        case .denied, .isFolder:
            Message(tr("The audio was not saved: you do not have permission to write to this folder. Choose another."))
        case .diskFull, .failed:
            Message(tr("The audio was not saved completely. Check whether the disk is full."))
        }
    }
}

extension PageAction {
    static var askConsent: Self { Self(tr("Review…"), .askConsent) }
    static var typeInstead: Self { Self(tr("Type Instead"), .typeInstead) }
    static var readOnly: Self { Self(tr("Continue Without Voice"), .readOnly) }
}

extension TranslatorNotice {
    public var message: Message {
        switch self {
        case .waiting(let time, let error): Message(Self.waiting(time, after: error))
        case .waitingForNetwork:
            Message(
                tr("You are offline. The text will be translated once you are back online."),
                PageAction(tr("Stop Waiting"), .stopWaiting))
        case .translatedOffline: Message(tr("Translated on this computer by the speech model."))
        case .otherVoice(let service, let voice, let failure):
            Message(Self.otherVoice(service, voice, failure), failure.setting)
        case .simplifiedText: Message(tr("The text was simplified so the voice could read it."))
        case .unspoken(let language):
            Message(
                tr(
                    "No voice is available for {language}.",
                    ["language": LanguageWording.name(of: language)]), .chooseVoice)
        case .unreadable(let language):
            Message(
                tr(
                    "This computer's voice cannot read {language} in Chinese characters.",
                    ["language": LanguageWording.name(of: language)]) + " "
                    + tr("Choose another voice to hear the translation."), .chooseVoice)
        case .notKept(_, let error):
            error.message
        case .noSound: MicrophoneWording.noSound
        case .conversationEnded(let seconds):
            Message(
                trn(
                    "Conversation ended: no speech for {count} second",
                    "Conversation ended: no speech for {count} seconds", seconds))
        }
    }

    /// Whether it goes with the stage under way.
    var isPassing: Bool {
        switch self {
        case .waiting, .waitingForNetwork, .noSound: true
        case .translatedOffline, .otherVoice, .simplifiedText, .unspoken, .unreadable, .notKept, .conversationEnded:
            false
        }
    }

    var tone: PageBanner.Tone {
        switch self {
        case .waiting, .waitingForNetwork, .otherVoice, .unspoken, .unreadable, .notKept, .noSound: .warning
        case .translatedOffline, .simplifiedText, .conversationEnded: .information
        }
    }

    private static func waiting(_ time: Duration, after error: TranslationError?) -> String {
        let seconds = Int(time / .seconds(1), within: 1...604_800)
        let wait = ProgramWording.retrying(in: seconds)
        guard let error else {
            return tr("The service has received too many requests.") + " " + wait
        }
        return error.message.cause + " " + wait
    }

    private static func otherVoice(_ service: VoiceServiceKind, _ voice: Voice?, _ failure: SynthesisError) -> String {
        let name = [TranslatorWording.name(of: service.descriptor), voice?.name].compactMap { $0 }
            .joined(separator: ", ")
        return failure.message.cause + " " + tr("Using another voice: {voice}.", ["voice": name])
    }
}

extension SynthesisError {
    /// Opens the preference to change. *Try Again* is not offered, because another voice has spoken.
    fileprivate var setting: PageAction? {
        message.action.flatMap { $0.kind == .openPreferences ? $0 : nil }
    }
}

extension TranslationError {
    public var message: Message {
        switch kind {
        case .keyMissing: Message(tr("The translation service needs a key. Enter one."), .enterKey)
        case .keyRefused: Message(tr("The translation service rejected this key. Enter it again."), .enterKey)
        case .regionRefused: Message(tr("In your region this service needs a paid key. Enter one."), .enterKey)
        case .forbidden:
            Message(
                tr("This key does not permit translation. Change that where you got the key, or enter another."),
                .enterKey)
        case .keyRestricted(let restriction): restriction.message
        case .keyring(let kind): kind.message(otherwise: .chooseService)
        case .authorities(let fault): fault.message
        case .modelGone: Message(tr("The service no longer offers this language model. Choose another."), .chooseModel)
        case .rateLimited, .textLimited:
            limitMessage
        case .quotaExhausted:
            Message(
                tr("Daily limit reached for this key. Continue tomorrow, or choose another service."),
                .chooseService)
        case .queueFull:
            Message(tr("Too many texts are waiting to be translated. Try again when some are finished."), .tryAgain)
        case .serverFailed: Message(tr("The translation service has a problem. Try again later."), .tryAgain)
        case .blocked(let block): block.message
        case .requestRefused: Message(tr("The translation service refused this text. Try rewording it."))
        case .empty: Message(tr("The service returned an empty response. Try again, or reword the text."), .tryAgain)
        case .cut: Message(tr("The translation was cut short. Translate the text in parts."))
        case .tooLong:
            Message(
                trn(
                    "The text is longer than {count} character. Translate it in parts.",
                    "The text is longer than {count} characters. Translate it in parts.", Phrase.mostCharacters))
        case .nothingToTranslate: Message(tr("There is nothing to translate. Say or type something."))
        case .badAnswer: Message(tr("The service sent an unexpected response."), .tryAgain)
        case .sourceUnknown:
            Message(tr("The language of a text cannot be detected on this computer. Choose it above the text."))
        case .notInstalled(.packages(let packages)):
            Message(
                tr(
                    "To translate between these languages on this computer, install {packages}.",
                    ["packages": packages.joined(separator: ", ")]), .copyCommand)
        case .notInstalled(.models(let models)):
            Message(
                tr(
                    "To translate between these languages on this computer, download {models}.",
                    ["models": models.joined(separator: ", ")]),
                PageAction(tr("Choose a Model"), .chooseSpeechModel))
        case .pairRefused: Message(tr("The service does not translate between these languages. Choose others."))
        case .offline:
            Message(tr("The translation service cannot be reached. Check your network connection."), .tryAgain)
        case .interrupted: Message(tr("The connection was lost during translation. Try again."), .tryAgain)
        case .timedOut: Message(tr("The translation service is taking too long to respond."), .tryAgain)
        case .untrusted:
            Message(
                tr(
                    "The service's identity could not be verified, so nothing was sent. A company proxy may be the cause."
                ),
                .openTranslation)
        case .addressRefused:
            Message(
                tr("The address must start with https://, unless the server is this computer."),
                .openTranslation)
        case .notAService: Message(tr("This is not a LibreTranslate server. Check the address."), .openTranslation)
        case .failed: Message(tr("The translation failed."), .tryAgain)
        }
    }

    private var limitMessage: Message {
        if let retryAfter, retryAfter > RateLimit.period {
            return Message(
                tr(
                    "The service will not accept requests for {time}. Try again then, or choose another service.",
                    ["time": Quantities.duration(retryAfter)]), .chooseService)
        }
        return kind == .textLimited
            ? Message(tr("Too much text was sent in a minute. Try again in a minute."), .tryAgain)
            : Message(tr("Too many requests. Try again in a minute."), .tryAgain)
    }
}

extension TranslationBlock {
    fileprivate var message: Message {
        switch self {
        case .safety: Message(tr("The service blocked this text as harmful. Try rewording it."))
        case .forbiddenContent: Message(tr("The service refused this text because of its content. Try rewording it."))
        case .personalData: Message(tr("The text seems to contain personal data, which the service does not repeat."))
        case .recitation: Message(tr("The translation would repeat a published work. Translate a smaller part."))
        case .language: Message(tr("The service does not support this language. Choose another."))
        case .unknown: Message(tr("The service withheld its answer without giving a reason."))
        }
    }
}

extension PageAction {
    static var copyCommand: Self { Self(tr("Copy Command"), .copyCommand) }
    static var chooseService: Self { Self(tr("Choose a Service"), .openPreferences) }
}

extension KeyRestriction {
    /// The text also says where the restriction can be changed.
    public var message: Message {
        Message(text, .enterKey)
    }

    private var text: String {
        switch self {
        case .serviceDisabled:
            tr("This service is not enabled in the Google Cloud project for this key.") + " "
                + tr("Enable it in the Google Cloud console under “APIs & Services”, then wait a few minutes.")
        case .otherServices: tr("This key is restricted to other Google services.") + " " + Self.credentials
        case .webSites: tr("This key works only on certain websites.") + " " + Self.credentials
        case .addresses: tr("This key works only from certain IP addresses.") + " " + Self.credentials
        case .apps: tr("This key works only in certain Android or iOS apps.") + " " + Self.credentials
        case .billing:
            tr("The Google Cloud project for this key has no billing account.") + " "
                + tr("Add one in the Google Cloud console under “Billing”.")
        case .suspended:
            tr("Google has suspended the project for this key. See the Google Cloud console for the reason.")
        }
    }

    private static var credentials: String {
        tr("Change this in the Google Cloud console under “APIs & Services”, “Credentials”, or enter another key.")
    }
}

extension AuthorityFault {
    public var sentence: String {
        let places = ["file": file]
        return switch reason {
        case .missing: tr("Nothing was sent: {file}, needed to verify Google, is missing.", places)
        case .unreadable: tr("Nothing was sent: {file}, needed to verify Google, cannot be read.", places)
        case .empty: tr("Nothing was sent: {file}, needed to verify Google, is empty.", places)
        case .notCertificates:
            tr(
                "Nothing was sent: {file}, needed to verify Google, contains no certificates.",
                places)
        }
    }

    /// The sentence, with the preference for working without the file.
    var message: Message {
        Message(
            sentence + " "
                + tr("Reinstall Parlando, or turn off “Verify Google's Certificate” in Preferences."),
            .openTranslation)
    }
}
