import ParlandoCore
import ParlandoServices

/// Names of translation and voice services, and texts about the stages of the translator.
public enum TranslatorWording {
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

    /// Returns the name of the translation or voice service with an identifier that is stored in the preferences.
    static func name(ofService kept: String) -> String {
        TranslationServiceKind(rawValue: kept).map { name(of: $0) } ?? VoiceServiceKind(rawValue: kept).map {
            name(of: $0)
        } ?? kept
    }

    /// Returns the status line for a stage of the translator, such as listening or translating.
    static func status(_ stage: TranslatorStage, service: TranslationServiceKind) -> String {
        switch stage {
        case .idle: tr("Ready")
        case .listening: tr("Listening")
        case .transcribing: tr("Transcribing speech")
        case .translating:
            service.descriptor.isLocal
                ? tr("Translating on this computer")
                : tr("Translating with {service}", ["service": name(of: service)])
        case .speaking: tr("Reading the translation aloud")
        }
    }

    /// Returns the status line that is shown while speech is being recorded.
    ///
    /// - Parameters:
    ///   - server: the server that recognises the speech, or nil if this computer does.
    ///   - models: all speech models, with their states.
    static func listening(_ server: ServerProfile?, _ models: [ModelEntry]) -> String {
        if let server {
            return tr("Your speech is sent to {name} for transcription.", ["name": server.name])
        }
        return models.contains { $0.state.isPreparing } ? tr("Listening while the speech model loads") : tr("Listening")
    }

    /// Returns the message that speech recognition is waiting for its model; nil if it is not waiting.
    static func waiting(for models: [ModelEntry]) -> Message? {
        if models.contains(where: \.isAwaited) {
            return ModelWording.awaited
        }
        return models.lazy.compactMap { entry -> Message? in
            guard entry.state.isPreparing, let progress = ModelWording.progress(entry) else {
                return nil
            }
            return Message(
                [progress.text, progress.fraction.map { Quantities.percent(100 * $0) }].compactMap { $0 }
                    .joined(separator: " · "))
        }.first
    }

    /// Label for translations of a service whose quality is too low to rely on.
    public static var rough: String {
        tr("Rough translation")
    }

    /// Message that this computer can translate only speech between the chosen languages, not text.
    static var onlySpeech: Message {
        Message(
            tr("Between these languages this computer can translate only speech. Press Speak, or choose a service."),
            .chooseService)
    }

    /// Returns the question to ask before text is first sent to the chosen translation service.
    ///
    /// - Parameter engine: the engine that recognises speech, or nil if the chosen server is no longer in the list.
    static func consent(_ preferences: TranslatorPreferences, engine: RecognitionEngine?) -> PageQuestion {
        let title = tr("Send Text to {service}?", ["service": name(of: preferences.service)])
        let service =
            preferences.service.descriptor.hasAddress
            ? tr(
                "What you type or say is sent as text to the server at {address} for translation.",
                ["address": preferences.address])
            : tr("What you type or say is sent as text to Google's Gemini service for translation.")
        let voice =
            preferences.voiceService.descriptor.isLocal
            ? "" : " " + tr("The translation is also sent to Google to be read aloud.")
        return PageQuestion(
            title, service + voice + " " + recordings(engine), goOn: tr("Send"), isLoss: false)
    }

    /// Returns sentences that say whether recordings of the user's voice stay on this computer or go to a server.
    private static func recordings(_ engine: RecognitionEngine?) -> String {
        guard let server = engine?.server else {
            return tr("Your voice recordings stay on this computer. Parlando asks once for each service.")
        }
        return tr(
            "Your voice recordings go only to your server {name}. Parlando asks once for each service.",
            ["name": server.name])
    }

    /// Returns the question to ask before the first translation is sent to a company's voice service.
    static func consent(_ voice: VoiceServiceKind, engine: RecognitionEngine?) -> PageQuestion {
        PageQuestion(
            tr("Send Text to {service}?", ["service": name(of: voice)]),
            tr("The translation is also sent to Google to be read aloud.") + " " + recordings(engine),
            goOn: tr("Send"), isLoss: false)
    }

    /// Returns a note that says whether a voice service works offline or sends the translation to a company.
    static func note(on service: VoiceServiceKind) -> String {
        service.descriptor.isLocal ? tr("Works offline") : tr("Sends the translation to Google")
    }

    /// Returns sentences about how a service uses the texts that it receives. They are shown where the user enters the
    /// service's key.
    static func terms(of service: TranslationServiceKind) -> String {
        switch service {
        case .gemini:
            tr("Google may use text sent with a free key to improve its products, but not text sent with a paid key.")
                + " "
                + tr("Only paid keys may be used in the EEA, Switzerland and the United Kingdom.") + " "
                + tr("Your key is saved in your keyring and sent only to Google.")
        case .libreTranslate:
            tr("Whoever runs the server can keep your text. If the server needs a key, it is saved in your keyring.")
        case .offline:
            tr("Nothing leaves this computer. The translations are rough: do not rely on them.") + " "
                + tr("Texts are translated by Apertium, speech into English also by the speech model.")
        }
    }
}

extension TranslatorPreferences {
    /// Records that the user has agreed that text is sent to these services. For a service whose server address the
    /// user sets, the consent is for the current address.
    ///
    /// - Parameters:
    ///   - services: identifiers of translation and voice services.
    ///   - day: the day of the consent, such as `2026-11-26`.
    mutating func agree(to services: String..., on day: String) {
        if services.contains(where: { TranslationServiceKind(rawValue: $0)?.descriptor.hasAddress == true }) {
            agreedPlace = place
        }
        let new = services.filter {
            !agreedServices.contains($0) && VoiceServiceKind(rawValue: $0)?.descriptor.isLocal != true
        }
        agreedServices += new
        new.forEach { agreedDays[$0] = day }
    }
}
