import ParlandoCore
import ParlandoServices

/// Names of the services, and texts about the stages of the translator.
public enum TranslatorWording {
    static func name(of service: ServiceDescriptor) -> String {
        service.name.isEmpty ? tr("This Computer") : service.name
    }

    /// - Parameter kept: identifier from the preferences.
    static func name(ofService kept: String) -> String {
        ServiceDescriptor(id: kept).map { name(of: $0) } ?? kept
    }

    static func status(_ stage: TranslatorStage, service: ServiceDescriptor) -> String {
        switch stage {
        case .idle: tr("Ready")
        case .listening: tr("Listening")
        case .transcribing: tr("Transcribing speech")
        case .translating:
            service.isLocal
                ? tr("Translating on this computer")
                : tr("Translating with {service}", ["service": name(of: service)])
        case .speaking: tr("Reading the translation aloud")
        }
    }

    /// - Parameter server: nil if this computer recognizes.
    static func listening(_ server: ServerProfile?, _ models: [ModelEntry]) -> String {
        if let server {
            return tr("Your speech is sent to {name} for transcription.", ["name": server.name])
        }
        return models.contains { $0.state.isPreparing } ? tr("Listening while the speech model loads") : tr("Listening")
    }

    /// Returns nil if recognition does not wait for its model.
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

    /// Marks translations that are too poor to rely on.
    public static var rough: String {
        tr("Rough translation")
    }

    static var onlySpeech: Message {
        Message(
            tr("Between these languages this computer can translate only speech. Press Speak, or choose a service."),
            .chooseService)
    }

    /// - Parameters:
    ///   - engine: nil if the chosen server is no longer in the list.
    ///   - includesCaptions: whether captions are to be sent too.
    static func consent(
        _ preferences: TranslatorPreferences, engine: RecognitionEngine?, includesCaptions: Bool = false
    ) -> PageQuestion {
        let service = preferences.service.descriptor
        let sent =
            service.hasAddress
            ? tr(
                "What you type or say is sent as text to the server at {address} for translation.",
                ["address": preferences.address])
            : tr(
                "What you type or say is sent as text to {company}'s {service} service for translation.",
                ["company": service.company ?? "", "service": name(of: service)])
        let captions =
            includesCaptions
            ? tr("So are captions that are translated: also what others say and what this computer plays.") : nil
        let voice = preferences.voiceService.descriptor
        let spoken = voice.isLocal ? nil : readAloud(by: voice)
        return PageQuestion(
            tr("Send Text to {service}?", ["service": name(of: service)]),
            [sent, captions, spoken, recordings(engine)].compactMap { $0 }.joined(separator: " "), goOn: tr("Send"),
            isLoss: false)
    }

    private static func readAloud(by voice: ServiceDescriptor) -> String {
        tr("The translation is also sent to {company} to be read aloud.", ["company": voice.company ?? ""])
    }

    private static func recordings(_ engine: RecognitionEngine?) -> String {
        guard let server = engine?.server else {
            return tr("Your voice recordings stay on this computer. Parlando asks once for each service.")
        }
        return tr(
            "Your voice recordings go only to your server {name}. Parlando asks once for each service.",
            ["name": server.name])
    }

    static func consent(_ voice: VoiceServiceKind, engine: RecognitionEngine?) -> PageQuestion {
        PageQuestion(
            tr("Send Text to {service}?", ["service": name(of: voice.descriptor)]),
            readAloud(by: voice.descriptor) + " " + recordings(engine),
            goOn: tr("Send"), isLoss: false)
    }

    static func note(onVoice service: ServiceDescriptor) -> String {
        service.isLocal
            ? tr("Works offline") : tr("Sends the translation to {company}", ["company": service.company ?? ""])
    }

    static func terms(of service: ServiceDescriptor) -> String {
        switch service.receiver {
        case .company(let company, _):
            let names = ["company": company]
            let key = tr("Your key is saved in your keyring and sent only to {company}.", names)
            guard service.hasFreeKeys else {
                return key
            }
            return tr(
                "{company} may use text sent with a free key to improve its products, but not text sent with a paid key.",
                names)
                + " " + tr("Only paid keys may be used in the EEA, Switzerland and the United Kingdom.") + " " + key
        case .server:
            return tr(
                "Whoever runs the server can keep your text. If the server needs a key, it is saved in your keyring.")
        case .nobody:
            return tr("Nothing leaves this computer. The translations are rough: do not rely on them.") + " "
                + tr("Texts are translated by Apertium, speech into English also by the speech model.")
        }
    }
}

extension TranslatorPreferences {
    /// Records a consent. If the user sets a service's address, it is for the current one.
    ///
    /// - Parameter day: such as `2026-11-26`.
    mutating func agree(to services: String..., on day: String) {
        if services.contains(where: { ServiceDescriptor(id: $0)?.hasAddress == true }) {
            agreedPlace = place
        }
        let new = services.filter {
            !agreedServices.contains($0) && VoiceServiceKind(rawValue: $0)?.descriptor.isLocal != true
        }
        agreedServices += new
        new.forEach { agreedDays[$0] = day }
    }
}

/// The services to choose from, on the empty page.
extension TranslatorWording {
    static func setup(
        _ chosen: TranslationServiceKind, _ need: TranslatorScreen.Need,
        _ pairs: [TranslationServiceKind: TranslationPairs]
    ) -> TranslatorSetup {
        let services = TranslationServiceKind.allCases.map {
            PreferencesViewState.ModelRow(
                id: $0.rawValue, title: title(of: $0.descriptor), subtitle: note(on: $0.descriptor, pairs[$0]),
                isChosen: $0 == chosen, canChoose: true)
        }
        switch need {
        case .key:
            let link = chosen.descriptor.keyPage
            return TranslatorSetup(
                services: services,
                need: tr("{service} needs a key of your own.", ["service": name(of: chosen.descriptor)]),
                button: tr("Enter Key…"), linkLabel: link.isEmpty ? "" : tr("Get a Key"), link: link)
        case .address:
            return TranslatorSetup(
                services: services, need: tr("Parlando needs the address of your server."),
                button: tr("Enter Address…"))
        case .install(let pair, .packages(let packages)):
            return TranslatorSetup(
                services: services, need: needs(.packages(packages), for: pair), button: tr("Copy Command"),
                command: command(installing: packages))
        case .install(let pair, .models(let models)):
            return TranslatorSetup(
                services: services, need: needs(.models(models), for: pair), button: tr("Choose a Model"))
        case .languages(let pair):
            return TranslatorSetup(
                services: services,
                need: noPair(chosen, from: pair.source, into: pair.target) + " "
                    + tr("Choose other languages, or another service."), button: tr("Choose a Service"))
        }
    }

    private static func needs(_ missing: TranslationPairs.Missing, for pair: LanguagePair) -> String {
        let source = LanguageWording.name(of: pair.source)
        let target = LanguageWording.name(of: pair.target)
        switch missing {
        case .packages(let packages):
            return tr(
                "To translate from {source} into {target} on this computer, install {packages}.",
                ["source": source, "target": target, "packages": packages.joined(separator: ", ")])
        case .models(let models):
            return tr(
                "To translate from {source} into {target} on this computer, download {models}.",
                ["source": source, "target": target, "models": models.joined(separator: ", ")])
        }
    }

    /// `Install apertium-fr-es`
    static func needs(_ missing: TranslationPairs.Missing) -> String {
        switch missing {
        case .packages(let packages): tr("Install {packages}", ["packages": packages.joined(separator: ", ")])
        case .models(let models): tr("Download {models}", ["models": models.joined(separator: ", ")])
        }
    }

    static func command(installing packages: [String]) -> String {
        "sudo apt install " + packages.joined(separator: " ")
    }

    /// - Parameter source: ISO 639-1 code; empty if nothing is translated into `target`.
    static func noPair(_ service: TranslationServiceKind, from source: String, into target: String) -> String {
        let names = [
            "service": name(of: service.descriptor), "source": LanguageWording.name(of: source),
            "target": LanguageWording.name(of: target),
        ]
        return source.isEmpty
            ? tr("{service} does not translate into {target}", names)
            : tr("{service} does not translate from {source} into {target}", names)
    }

    static func title(of service: ServiceDescriptor) -> String {
        service.hasAddress ? tr("Your Own Server ({service})", ["service": service.name]) : name(of: service)
    }

    static func note(on service: ServiceDescriptor, _ pairs: TranslationPairs?) -> String {
        switch service.receiver {
        case .company(let company, _): tr("Fifteen languages; text is sent to {company}", ["company": company])
        case .server: tr("Text is sent only to the server that you name")
        case .nobody: roughNote(languages(of: pairs))
        }
    }

    private static func roughNote(_ languages: String) -> String {
        languages.isEmpty
            ? tr("Rough translations without key and network, once a package is installed; nothing is sent")
            : tr(
                "Rough translations without key and network: {languages}; nothing is sent",
                ["languages": languages])
    }

    private static func languages(of pairs: TranslationPairs?) -> String {
        let codes = Set(pairs?.ready.flatMap { [$0.source, $0.target] } ?? [])
        return SpeechLanguage.translated.filter { codes.contains($0.code) }.map { LanguageWording.name(of: $0.code) }
            .joined(separator: ", ")
    }
}

enum TranslatorPreferencesWording {
    static var unpin: PageQuestion {
        PageQuestion(
            tr("Turn Off Certificate Verification?"),
            tr(
                "Anyone who can install a certificate on this computer, such as your company, will be able to read what you send."
            ) + " "
                + tr("Do this only if a proxy requires it."),
            goOn: tr("Turn Off"), isLoss: true)
    }

    static var stopKeeping: PageQuestion {
        .deletion(tr("Delete History?"), tr("All translations saved on this computer will be deleted."))
    }

    static var removeAll: PageQuestion {
        .deletion(
            tr("Delete All Data?"),
            tr("All dictations, transcribed files, recordings, translations and spoken translations will be deleted.")
                + " "
                + tr("So will your vocabulary, replacements, exercises and their results, API keys and preferences.")
                + " "
                + tr("Unsent recordings and incomplete model downloads will be deleted too.") + " "
                + tr("Downloaded speech models and voices will be kept."))
    }

    static func status(_ key: TranslatorKeys.Standing, isOptional: Bool) -> String {
        guard let variable = key.variable else {
            return status(key.knowledge, isOptional: isOptional)
        }
        let used = tr("The key in the environment variable {name} is used.", ["name": variable])
        switch key.knowledge {
        case .kept, .keptInMemory:
            return used + " " + tr("The saved key will be used again once that variable is unset.")
        case .failed(let error) where error.kind == .absent:
            return used
        case .unknown, .missing, .elsewhere, .failed:
            return used + " "
                + tr("A key entered here is saved in the keyring and used once that variable is unset.")
        }
    }

    private static func status(_ knowledge: TranslatorKeys.Knowledge, isOptional: Bool) -> String {
        switch knowledge {
        case .unknown: ""
        case .kept: tr("An API key is saved in the keyring.")
        case .keptInMemory: SecretErrorKind.keptInMemory
        case .missing: isOptional ? tr("No API key is saved.") : tr("Enter an API key to start translating.")
        case .elsewhere(let place):
            tr("The saved key is only for {place}. Enter a key for the new address.", ["place": place.text])
        case .failed(let error) where error.kind == .absent:
            tr("No keyring was found. A key entered here is kept only until Parlando closes.")
        case .failed(let error): error.message.text
        }
    }

    /// - Parameter variable: the environment variable whose key takes precedence.
    static func kept(besides variable: String?) -> String {
        let sentence = tr("API key saved in the keyring.")
        guard let variable else {
            return sentence
        }
        return sentence + " "
            + tr("While the environment variable {name} is set, its key is used instead.", ["name": variable])
    }

    static func unheeded(by service: VoiceServiceKind) -> String {
        tr(
            "The voices of {service} do not follow this setting",
            ["service": TranslatorWording.name(of: service.descriptor)])
    }

    static func consent(
        on service: String, _ preferences: TranslatorPreferences
    ) -> TranslatorPreferencesState.Consent {
        let descriptor = ServiceDescriptor(id: service)
        let place =
            descriptor?.hasAddress == true
            ? tr("May send text to {address}", ["address": preferences.address])
            : tr("May send text to {company}", ["company": descriptor?.company ?? ""])
        let captions =
            preferences.agreedServices.contains(TranslationServiceKind.captions + service) ? tr("Captions") : nil
        let day = preferences.agreedDays[service].map { tr("Allowed on {date}", ["date": $0]) }
        return .init(
            id: service, title: TranslatorWording.name(ofService: service),
            note: [place, captions, day].compactMap { $0 }.joined(separator: " · "))
    }

    static func withdrawn(_ service: String) -> String {
        tr(
            "{service} will receive no more text until you allow it again",
            ["service": TranslatorWording.name(ofService: service)])
    }

    static func left(_ error: KeptFileError) -> String {
        trn(
            "A file could not be deleted: {path}", "{count} files could not be deleted, such as {path}",
            error.paths.count, ["path": error.paths.first ?? ""])
    }

    /// Shown by password managers.
    static func label(of name: SecretName) -> String {
        tr("Parlando: API key for {service}", ["service": name.owner])
    }

    static func title(of gender: VoiceGender) -> String {
        switch gender {
        case .female: trc("voice", "female")
        case .male: trc("voice", "male")
        case .neutral: trc("voice", "neutral")
        }
    }
}
