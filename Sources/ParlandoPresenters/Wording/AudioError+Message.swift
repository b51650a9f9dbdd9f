public import ParlandoCore

extension AudioError {
    /// Message for the user.
    public var message: Message {
        switch kind {
        case .noDevice:
            Message(tr("No microphone was found. Plug one in, or choose another one."), .chooseMicrophone)
        case .busy:
            Message(tr("Another program is using the microphone. Close it, then try again."), .tryAgain)
        case .taken(let user):
            user.message
        case .denied:
            Message(
                tr("The system does not let Parlando use the microphone. Check the permissions of your account."),
                .tryAgain)
        case .lost:
            Message(
                tr("The microphone was disconnected. Plug it in again, or choose another one."), .chooseMicrophone)
        case .unsupported:
            Message(tr("This microphone gives no sound that Parlando can use. Choose another one."), .chooseMicrophone)
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
