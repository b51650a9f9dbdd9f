import ParlandoCore

/// Texts about cleaning up with the user's language model.
enum CleanupWording {
    /// In place of a service's name, in the list of permissions.
    static let consentID = "cleanup"

    static func options(_ preferences: CleanupPreferences) -> [PreferencesViewState.Option] {
        preferences.tasks.map { .init($0.id, title(of: $0)) }
    }

    private static func title(of task: CleanupTask) -> String {
        switch task.id {
        case CleanupTask.punctuate.id: tr("Punctuate and Remove Fillers")
        case CleanupTask.list.id: tr("Make a List")
        case CleanupTask.letter.id: tr("Write a Letter")
        default: task.id
        }
    }

    static func question(_ server: ServerProfile) -> PageQuestion {
        PageQuestion(
            tr("Send Text to {service}?", ["service": server.name]),
            tr(
                "The text is sent to the server at {address} to be cleaned up. Whoever runs the server can keep it. "
                    + "Parlando asks once for each server.", ["address": server.address]),
            goOn: tr("Send"), isLoss: false)
    }

    /// Nil if there is none.
    static func consent(_ preferences: Preferences) -> TranslatorPreferencesState.Consent? {
        preferences.allowedLanguageModel.map { server in
            .init(
                id: consentID, title: server.name,
                note: tr("May send text to {address}", ["address": server.address]) + " · "
                    + tr("Allowed on {date}", ["date": preferences.cleanup.agreedDay]))
        }
    }
}

extension CleanupError {
    /// Nil if the user has cancelled.
    var message: Message? {
        let kept = " " + tr("The text stays as you said it.")
        return switch kind {
        case .notAllowed: Message(tr("No text may be sent to a language model.") + kept)
        case .otherLength: Message(tr("The language model’s answer was empty, far shorter or far longer.") + kept)
        case .server(.cancelled): nil
        case .server(.failed): Message(tr("The text could not be sent.") + kept, .editServer)
        case .server(let kind): Message(ServerError(kind).testMessage + kept, .editServer)
        }
    }
}
