public import ParlandoCore

extension SecretError {
    /// Message that tells the user why the keyring could not be read or changed, with a command that may help.
    public var message: Message {
        switch kind {
        case .locked:
            Message(tr("The keyring is locked. Unlock it, then try again."), .tryAgain)
        case .absent:
            Message(tr("No keyring was found to save the key in. Install one, such as GNOME Keyring."))
        case .denied:
            Message(tr("The keyring denied Parlando access to the key."), .tryAgain)
        case .elsewhere(let place):
            Message(
                tr(
                    "The saved key is only for {place}. Enter a key for the new address.",
                    ["place": place.text]))
        case .failed:
            Message(tr("The keyring gave an unexpected response."), .tryAgain)
        }
    }
}

extension SecretErrorKind {
    /// Sentence that says that no API key can be read, because there is no keyring.
    static var noSavedKey: String {
        tr("No keyring was found, so there is no saved API key.")
    }

    /// Sentence that says that an API key was accepted, but is not in a keyring.
    static var keptInMemory: String {
        tr("No keyring was found. The key is kept until Parlando closes.")
    }

    /// Returns a message for the user that an API key cannot be read from the keyring although it is needed.
    ///
    /// - Parameter way: the command to offer if neither trying again nor entering a key would help.
    func message(otherwise way: PageAction) -> Message {
        let message = SecretError(self).message
        return switch self {
        case .absent: Message(Self.noSavedKey, .enterKey)
        case .elsewhere: Message(message.text, .enterKey)
        case .locked, .denied, .failed: Message(message.text, message.action ?? way)
        }
    }
}
