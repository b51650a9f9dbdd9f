public import ParlandoCore

extension SecretError {
    /// Message for the user.
    public var message: Message {
        switch kind {
        case .locked:
            Message(tr("The keyring is locked. Unlock it, then try again."), .tryAgain)
        case .absent:
            Message(tr("There is no keyring on this system to keep the key in. Install one, such as GNOME Keyring."))
        case .denied:
            Message(tr("The keyring did not give Parlando access to the key."), .tryAgain)
        case .elsewhere(let place):
            Message(
                tr(
                    "The key that is kept is for {place} only. Enter the one for the new address.",
                    ["place": place.text]))
        case .failed:
            Message(tr("The keyring did not answer as expected."), .tryAgain)
        }
    }
}

extension SecretError.Kind {
    /// Message for a user whose key is needed.
    ///
    /// - Parameter way: the command to offer if trying again would not help.
    func message(otherwise way: PageAction) -> Message {
        let message = SecretError(self).message
        if case .elsewhere = self {
            return Message(message.text, .enterKey)
        }
        return Message(message.text, message.action ?? way)
    }
}
