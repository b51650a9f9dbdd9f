public import ParlandoCore

extension SecretError {
    /// What to tell the user.
    public var message: Message {
        switch kind {
        case .locked:
            Message(tr("The keyring is locked. Unlock it, then try again."), .tryAgain)
        case .absent:
            Message(tr("There is no keyring on this system to keep the key in. Install one, such as GNOME Keyring."))
        case .denied:
            Message(tr("The keyring did not give Parlando access to the key."), .tryAgain)
        case .failed:
            Message(tr("The keyring did not answer as expected."), .tryAgain)
        }
    }
}
