import ParlandoCore
public import ParlandoServices

extension TranslatorNotice {
    /// Message that tells the user about the notice, with a command if there is one.
    public var message: Message {
        switch self {
        case .waiting(let time, let error):
            Message(Self.waiting(time, after: error))
        case .waitingForNetwork:
            Message(
                tr("You are offline. The text will be translated once you are back online."),
                PageAction(tr("Stop Waiting"), .stopWaiting))
        case .translatedOffline:
            Message(tr("Translated on this computer by the speech model."))
        case .otherVoice(let service, let voice, let failure):
            Message(Self.otherVoice(service, voice, failure), failure.setting)
        case .simplifiedText:
            Message(tr("The text was simplified so the voice could read it."))
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
        case .conversationEnded(let seconds):
            Message(
                trn(
                    "Conversation ended: no speech for {count} second",
                    "Conversation ended: no speech for {count} seconds", seconds))
        }
    }

    /// Whether the notice concerns only the translation under way and is removed once that translation has ended.
    var isPassing: Bool {
        switch self {
        case .waiting, .waitingForNetwork: true
        case .translatedOffline, .otherVoice, .simplifiedText, .unspoken, .unreadable, .notKept, .conversationEnded:
            false
        }
    }

    var tone: PageBanner.Tone {
        switch self {
        case .waiting, .waitingForNetwork, .otherVoice, .unspoken, .unreadable, .notKept: .warning
        case .translatedOffline, .simplifiedText, .conversationEnded: .information
        }
    }

    private static func waiting(_ time: Duration, after error: TranslationError?) -> String {
        let seconds = Int(time / .seconds(1), within: 1...604_800)
        let wait = ProgramWording.retrying(in: seconds)
        guard let error else {
            return tr("The service has received too many requests.") + " " + wait
        }
        return error.message.text + " " + wait
    }

    private static func otherVoice(_ service: VoiceServiceKind, _ voice: Voice?, _ failure: SynthesisError) -> String {
        let name = [TranslatorWording.name(of: service), voice?.name].compactMap { $0 }.joined(separator: ", ")
        return failure.message.text + " " + tr("Using another voice: {voice}.", ["voice": name])
    }
}

extension SynthesisError {
    /// The command that opens the preference which the user has to change; nil if there is none. *Try Again* is not
    /// offered, because another voice has already spoken.
    fileprivate var setting: PageAction? {
        message.action.flatMap { $0.kind == .openPreferences ? $0 : nil }
    }
}
