public import ParlandoCore

extension AudioError {
    /// What to tell the user.
    public var message: Message {
        switch kind {
        case .noDevice:
            Message(tr("No microphone was found. Plug one in, or choose another one."), .chooseMicrophone)
        case .busy:
            Message(tr("Another program is using the microphone. Close it, then try again."), .tryAgain)
        case .denied:
            Message(tr("The system does not let Parlando use the microphone. Check the permissions of your account."))
        case .lost:
            Message(
                tr("The microphone was disconnected. Dictation goes on when it is back, or with another one."),
                .chooseMicrophone)
        case .unsupported:
            Message(tr("This microphone gives no sound that Parlando can use. Choose another one."), .chooseMicrophone)
        case .failed:
            Message(tr("The microphone could not be opened."), .tryAgain)
        }
    }
}
