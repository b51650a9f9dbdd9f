import ParlandoCore

/// Texts about an open microphone.
enum MicrophoneWording {
    static func listening(_ user: MicrophoneUser) -> String {
        switch user {
        case .dictation: tr("Dictation is using the microphone.")
        case .terminal: tr("The terminal is using the microphone.")
        case .rhythm: tr("The rhythm trainer is using the microphone.")
        case .translator: tr("The translator is using the microphone.")
        }
    }
}
