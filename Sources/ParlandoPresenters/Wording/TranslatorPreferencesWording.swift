import ParlandoCore

/// Questions and messages of the translator's preferences.
enum TranslatorPreferencesWording {
    static var unpin: PageQuestion {
        PageQuestion(
            tr("Trust Every Authority?"),
            tr("Whoever can put a certificate on this computer, such as a company, can then read what is sent.") + " "
                + tr("Do this only where a proxy leaves you no choice."),
            goOn: tr("Trust"), isLoss: true)
    }

    static var stopKeeping: PageQuestion {
        PageQuestion(
            tr("Remove the History?"), tr("The translations that were kept on this computer are removed with it."),
            goOn: tr("Remove"), isLoss: true)
    }

    static var removeAll: PageQuestion {
        PageQuestion(
            tr("Remove All Data?"),
            tr("All translations and sound that were kept, all keys and all preferences of Parlando are removed.") + " "
                + tr("So are recordings that were not sent, and models that are not whole.") + " "
                + tr("Speech models stay."),
            goOn: tr("Remove"), isLoss: true)
    }

    /// Returns a description of a key's state.
    ///
    /// - Parameter isOptional: whether the service also works without a key.
    static func status(_ key: TranslatorKeys.Standing, isOptional: Bool) -> String {
        guard let variable = key.variable else {
            return status(key.knowledge, isOptional: isOptional)
        }
        return tr("The key of the environment variable {name} is used.", ["name": variable]) + " "
            + (key.knowledge == .kept
                ? tr("The one in the keyring counts again when that is not set any more.")
                : tr("One that is typed here is kept in the keyring, and counts when that is not set any more."))
    }

    private static func status(_ knowledge: TranslatorKeys.Knowledge, isOptional: Bool) -> String {
        switch knowledge {
        case .unknown: ""
        case .kept: tr("A key is kept in the keyring.")
        case .missing: isOptional ? tr("No key is kept.") : tr("No key is kept yet: without one nothing is translated.")
        case .elsewhere(let place):
            tr("The key that is kept is for {place} only. Type the one for the new address.", ["place": place.text])
        case .failed(let error): error.message.text
        }
    }

    /// Returns the message that a key was stored.
    ///
    /// - Parameter variable: name of the environment variable whose key takes precedence, or nil if there is none.
    static func kept(besides variable: String?) -> String {
        let sentence = tr("The key is kept in the keyring.")
        guard let variable else {
            return sentence
        }
        return sentence + " "
            + tr("As long as the environment variable {name} is set, its key is used.", ["name": variable])
    }

    /// Returns the list entry for a service to which the user has agreed.
    static func agreement(
        on service: String, _ preferences: TranslatorPreferences
    ) -> TranslatorPreferencesState.Agreement {
        let isLibre = service == TranslationServiceKind.libreTranslate.rawValue
        return .init(
            id: service, title: TranslatorWording.name(ofService: service),
            note: isLibre
                ? tr("You agreed that text is sent to {address}.", ["address": preferences.address])
                : tr("You agreed that text is sent to Google."))
    }

    /// Returns the message that an agreement was withdrawn.
    static func withdrawn(_ service: String) -> String {
        tr(
            "No more text is sent to {service} until you agree again.",
            ["service": TranslatorWording.name(ofService: service)])
    }

    /// Returns the message that files could not be removed.
    static func left(_ error: KeptFileError) -> String {
        trn(
            "A file could not be removed: {path}", "{count} files could not be removed, such as {path}",
            error.paths.count, ["path": error.paths.first ?? ""])
    }

    /// Returns the label of a key in the keyring, as password managers show it.
    static func label(of name: SecretName) -> String {
        tr("Parlando: key of {service}", ["service": name.owner])
    }
}
