import ParlandoCore

/// Texts of the translator's preferences.
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
        PageQuestion(
            tr("Delete History?"), tr("All translations saved on this computer will be deleted."),
            goOn: tr("Delete"), isLoss: true)
    }

    static var removeAll: PageQuestion {
        PageQuestion(
            tr("Delete All Data?"),
            tr("All saved dictations, translations and audio, API keys and preferences will be deleted.") + " "
                + tr("Unsent recordings and incomplete model downloads will be deleted too.") + " "
                + tr("Downloaded speech models will be kept."),
            goOn: tr("Delete"), isLoss: true)
    }

    /// Returns sentences that say whether an API key is stored, and which key is used.
    ///
    /// - Parameter isOptional: whether the service also works without a key.
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
        case .missing: isOptional ? tr("No API key saved.") : tr("Enter an API key to start translating.")
        case .elsewhere(let place):
            tr("The saved key is only for {place}. Enter a key for the new address.", ["place": place.text])
        case .failed(let error) where error.kind == .absent:
            tr("No keyring was found. A key entered here is kept until Parlando closes.")
        case .failed(let error): error.message.text
        }
    }

    /// Returns the message that an API key was saved in the keyring.
    ///
    /// - Parameter variable: name of the environment variable whose key takes precedence, or nil if there is none.
    static func kept(besides variable: String?) -> String {
        let sentence = tr("API key saved in the keyring.")
        guard let variable else {
            return sentence
        }
        return sentence + " "
            + tr("While the environment variable {name} is set, its key is used instead.", ["name": variable])
    }

    /// Returns a sentence that says that a setting, such as pitch, has no effect on the voices of a service.
    static func unheeded(by service: VoiceServiceKind) -> String {
        tr("The voices of {service} do not follow this setting", ["service": TranslatorWording.name(of: service)])
    }

    /// Returns the row about a service to which the user has agreed that text is sent.
    static func consent(
        on service: String, _ preferences: TranslatorPreferences
    ) -> TranslatorPreferencesState.Consent {
        let hasAddress = TranslationServiceKind(rawValue: service)?.descriptor.hasAddress == true
        let place =
            hasAddress
            ? tr("May send text to {address}", ["address": preferences.address]) : tr("May send text to Google")
        let day = preferences.agreedDays[service].map { tr("Allowed on {date}", ["date": $0]) }
        return .init(
            id: service, title: TranslatorWording.name(ofService: service),
            note: [place, day].compactMap { $0 }.joined(separator: " · "))
    }

    /// Returns the message that the user has withdrawn the consent to send text to a service.
    static func withdrawn(_ service: String) -> String {
        tr(
            "{service} will receive no more text until you allow it again",
            ["service": TranslatorWording.name(ofService: service)])
    }

    /// Returns the message that some files of the program's data could not be deleted.
    static func left(_ error: KeptFileError) -> String {
        trn(
            "A file could not be deleted: {path}", "{count} files could not be deleted, such as {path}",
            error.paths.count, ["path": error.paths.first ?? ""])
    }

    /// Returns the label under which password managers show an API key that is stored in the keyring.
    static func label(of name: SecretName) -> String {
        tr("Parlando: API key for {service}", ["service": name.owner])
    }

    /// Returns the word for the gender of a voice.
    static func title(of gender: VoiceGender) -> String {
        switch gender {
        case .female: trc("voice", "female")
        case .male: trc("voice", "male")
        case .neutral: trc("voice", "neutral")
        }
    }
}
