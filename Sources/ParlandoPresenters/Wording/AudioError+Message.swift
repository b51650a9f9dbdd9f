public import ParlandoCore

extension AudioError {
    /// Message for the user.
    public var message: Message {
        switch kind {
        case .noDevice:
            Message(tr("No microphone found. Connect one, or choose a device."), .chooseMicrophone)
        case .busy:
            Message(tr("Another application is using the microphone. Close it, then try again."), .tryAgain)
        case .taken(let user):
            user.message
        case .denied:
            Message(
                tr("Parlando does not have permission to use the microphone. Check your account's permissions."),
                .tryAgain)
        case .lost:
            Message(
                tr("The microphone was disconnected. Reconnect it, or choose another."), .chooseMicrophone)
        case .unsupported:
            Message(tr("Parlando cannot use this microphone. Choose another."), .chooseMicrophone)
        case .failed:
            Message(tr("The microphone could not be opened."), .tryAgain)
        }
    }
}

extension MicrophoneUser {
    /// Message for a user who tries to open the microphone while this page uses it.
    fileprivate var message: Message {
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
