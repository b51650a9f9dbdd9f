import ParlandoCore
import ParlandoServices

/// Names of services, and texts about the stages of the translator.
enum TranslatorWording {
    static func name(of service: TranslationServiceKind) -> String {
        switch service {
        case .gemini: "Gemini"
        case .libreTranslate: "LibreTranslate"
        case .offline: tr("This Computer")
        }
    }

    static func name(of service: VoiceServiceKind) -> String {
        switch service {
        case .local: tr("This Computer")
        case .gemini: "Gemini"
        case .google: "Google Cloud"
        }
    }

    /// Returns the name of a translation or voice service from its stored identifier.
    static func name(ofService kept: String) -> String {
        TranslationServiceKind(rawValue: kept).map { name(of: $0) } ?? VoiceServiceKind(rawValue: kept).map {
            name(of: $0)
        } ?? kept
    }

    /// Returns the status line for a stage.
    static func status(_ stage: InterpreterStage, service: TranslationServiceKind) -> String {
        switch stage {
        case .idle: tr("Ready")
        case .listening: tr("Listening")
        case .transcribing: tr("Recognising what was said")
        case .translating:
            service == .offline
                ? tr("Translating on this computer")
                : tr("Translating with {service}", ["service": name(of: service)])
        case .speaking: tr("Speaking the translation")
        }
    }

    /// Message that this computer can only translate speech into English.
    static var onlySpeechIntoEnglish: Message {
        Message(
            tr("This computer translates only what is spoken, and only into English. Choose a service for the rest."),
            .chooseService)
    }

    /// Asks before the first text leaves this computer.
    static func consent(_ preferences: TranslatorPreferences) -> PageQuestion {
        let title = tr("Send Text to {service}?", ["service": name(of: preferences.service)])
        let service =
            preferences.service == .libreTranslate
            ? tr(
                "What you type or say is sent as text to the server at {address}, which translates it.",
                ["address": preferences.address])
            : tr("What you type or say is sent as text to Google's Gemini service, which translates it.")
        let voice =
            preferences.voiceService == .local
            ? "" : " " + tr("The translation is sent to Google as well, whose voice speaks it.")
        let rest = tr("Your voice itself stays on this computer. You are asked once for each service.")
        return PageQuestion(title, service + voice + " " + rest, goOn: tr("Send"), isLoss: false)
    }

    /// Asks before the first translation is sent to another company's voice service.
    static func consent(_ voice: VoiceServiceKind) -> PageQuestion {
        PageQuestion(
            tr("Send Text to {service}?", ["service": name(of: voice)]),
            tr("The translation is sent to Google as well, whose voice speaks it.") + " "
                + tr("Your voice itself stays on this computer. You are asked once for each service."),
            goOn: tr("Send"), isLoss: false)
    }

    /// Returns the sentence about the use that a service makes of the texts, shown where its key is entered.
    static func terms(of service: TranslationServiceKind) -> String {
        switch service {
        case .gemini:
            tr("Google may use what is sent with a free key to improve its products; with a paid one it does not.")
                + " "
                + tr("In the EEA, Switzerland and the United Kingdom only paid keys may be used.") + " "
                + tr("The key is kept in your keyring, and sent to Google only.")
        case .libreTranslate:
            tr("What is sent stays with whoever runs the server. Its key, if it wants one, is kept in your keyring.")
        case .offline:
            tr("Nothing leaves this computer. Only speech is translated, and only into English.")
        }
    }
}

extension TranslatorPreferences {
    /// Records that the user has agreed that text is sent to these services, and to LibreTranslate at this address.
    mutating func agree(to services: String...) {
        if services.contains(TranslationServiceKind.libreTranslate.rawValue) {
            agreedPlace = place
        }
        agreedServices += services.filter { !agreedServices.contains($0) && $0 != VoiceServiceKind.local.rawValue }
    }
}
