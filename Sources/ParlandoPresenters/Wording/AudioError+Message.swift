public import ParlandoCore

extension AudioError {
    /// Message that tells the user about the error with the microphone, with a command that may help.
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
