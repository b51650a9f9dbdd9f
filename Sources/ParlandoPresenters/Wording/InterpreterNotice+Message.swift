import ParlandoCore
public import ParlandoServices

extension InterpreterNotice {
    /// Message for the user.
    public var message: Message {
        switch self {
        case .waiting(let time, let error):
            Message(Self.waiting(time, after: error))
        case .waitingForNetwork:
            Message(
                tr("There is no network. The text is translated as soon as it is back."),
                PageAction(tr("Do Not Wait"), .stopWaiting))
        case .translatedOffline:
            Message(tr("Translated on this computer by the speech model, without a service."))
        case .otherVoice(let service, let voice, let failure):
            Message(Self.otherVoice(service, voice, failure), failure.setting)
        case .simplifiedText:
            Message(tr("The text was made simpler so that the voice could speak it."))
        case .unspoken(let language):
            Message(
                tr(
                    "There is no voice for this language, {language}. It can only be read.",
                    ["language": LanguageWording.name(of: language)]), .chooseVoice)
        case .unreadable(let language):
            Message(
                tr(
                    "The voice of this computer cannot read {language} written in Chinese characters.",
                    ["language": LanguageWording.name(of: language)]) + " "
                    + tr("The translation can only be read here; another voice speaks it."), .chooseVoice)
        case .notKept(let error):
            error.message
        }
    }

    /// Whether the notice is removed when the next stage begins.
    var isPassing: Bool {
        switch self {
        case .waiting, .waitingForNetwork: true
        case .translatedOffline, .otherVoice, .simplifiedText, .unspoken, .unreadable, .notKept: false
        }
    }

    var tone: PageBanner.Tone {
        switch self {
        case .waiting, .waitingForNetwork, .otherVoice, .unspoken, .unreadable, .notKept: .warning
        case .translatedOffline, .simplifiedText: .information
        }
    }

    private static func waiting(_ time: Duration, after error: TranslationError?) -> String {
        let seconds = Int(time / .seconds(1), within: 1...604_800)
        let wait = trn("Next try in {count} second.", "Next try in {count} seconds.", seconds)
        guard let error else {
            return tr("The service wants fewer requests in a minute.") + " " + wait
        }
        return error.message.text + " " + wait
    }

    private static func otherVoice(_ service: VoiceServiceKind, _ voice: Voice?, _ failure: SynthesisError) -> String {
        let name = [TranslatorWording.name(of: service), voice?.name].compactMap { $0 }.joined(separator: ", ")
        return failure.message.text + " " + tr("Another voice speaks: {voice}.", ["voice": name])
    }
}

extension SynthesisError {
    /// The setting that helps from now on. Trying again is not offered, because another voice has already spoken.
    fileprivate var setting: PageAction? {
        message.action.flatMap { $0.kind == .openPreferences ? $0 : nil }
    }
}
