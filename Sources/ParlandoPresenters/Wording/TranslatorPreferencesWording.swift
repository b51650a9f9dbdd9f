import ParlandoCore

/// What is asked and kept by the preferences of the translator.
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
                + tr("Speech models stay."),
            goOn: tr("Remove"), isLoss: true)
    }

    /// What people read who look after their passwords.
    static func label(of name: SecretName) -> String {
        tr("Parlando: key of {service}", ["service": name.owner])
    }
}
