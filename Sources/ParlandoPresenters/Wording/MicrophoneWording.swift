import ParlandoCore

/// Texts that say which page is using the microphone.
enum MicrophoneWording {
    static func listening(_ user: MicrophoneUser) -> String {
        switch user {
        case .dictation: tr("Dictation is using the microphone.")
        case .terminal: tr("The terminal is using the microphone.")
        case .rhythm: tr("The rhythm trainer is using the microphone.")
        case .translator: tr("The translator is using the microphone.")
        }
    }

    static func replaced(_ former: AudioDevice, by next: AudioDevice) -> String {
        tr(
            "{former} was disconnected. The microphone is now {name}.",
            ["former": former.name, "name": next.name])
    }
}

extension MicrophoneUser {
    /// Message that tells the user that the microphone cannot be opened, because this page is using it.
    var message: Message {
        switch self {
        case .dictation:
            Message(tr("Dictation is using the microphone. Stop it on its page, then try again."), .tryAgain)
        case .terminal:
            Message(tr("The terminal is using the microphone. Stop dictating on its page, then try again."), .tryAgain)
        case .rhythm:
            Message(tr("The rhythm trainer is using the microphone. Stop it on its page, then try again."), .tryAgain)
        case .translator:
            Message(tr("The translator is using the microphone. Stop it on its page, then try again."), .tryAgain)
        }
    }
}
