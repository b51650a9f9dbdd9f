public import ParlandoCore

extension ServerError {
    /// Message that tells the user why a server did not recognise speech, with a command that may help.
    public var message: Message {
        kind.message
    }
}

extension ServerErrorKind {
    /// Message that tells the user why a server did not recognise speech, with a command that may help. The recorded
    /// speech is kept in each case.
    public var message: Message {
        switch self {
        case .invalidAddress:
            Message(tr("Enter a valid web address."), .editServer)
        case .insecure:
            Message(tr("The server address must start with https://, unless the server is this computer."), .editServer)
        case .unreachable:
            Message(tr("The server cannot be reached. The recording is not lost."), .tryAgain)
        case .untrusted:
            Message(tr("The server's identity could not be verified. Nothing was sent."), .editServer)
        case .timedOut:
            Message(tr("The server did not respond in time. The recording is not lost."), .tryAgain)
        case .interrupted:
            Message(tr("The connection to the server was lost. The recording is not lost."), .tryAgain)
        case .unauthorized:
            Message(tr("The server rejected the key. Check it and enter it again."), .editServer)
        case .tooLarge:
            Message(tr("The recording is too large for the server."), .editServer)
        case .busy:
            Message(tr("The server is busy. The recording is not lost; try again later."), .tryAgain)
        case .redirected:
            Message(
                tr("The server redirects to another address. Nothing was sent there; check the address."), .editServer)
        case .complained(let reason):
            Message(tr("The server says: “{reason}”.", ["reason": reason.sentence]), .editServer)
        case .refused(let status, let reason?):
            Message(
                tr(
                    "The server refused the request (error {status}): “{reason}”.",
                    ["status": "\(status)", "reason": reason.sentence]), .editServer)
        case .refused(let status, nil):
            Message(
                tr(
                    "The server refused the request (error {status}). Check its address and protocol.",
                    ["status": "\(status)"]),
                .editServer)
        case .notUnderstood:
            Message(tr("The server's response contains no text. Check its protocol."), .editServer)
        case .endless:
            Message(tr("The server's response is too long for a transcript."), .editServer)
        case .keyring(.elsewhere(let place)):
            Message(SecretError(.elsewhere(place)).message.text, .editServer)
        case .keyring(.absent):
            Message(SecretErrorKind.noSavedKey, .editServer)
        case .keyring(let kind):
            SecretError(kind).message
        case .cancelled:
            Message(tr("The recording was not sent."), .tryAgain)
        case .failed:
            Message(tr("The recording could not be sent. It is not lost."), .tryAgain)
        }
    }
}

extension Private<String> {
    /// The server's own error text without its final full stop, to be inserted into a sentence.
    fileprivate var sentence: String {
        revealed.last == "." ? String(revealed.dropLast()) : revealed
    }
}

extension DictationViewState.Action {
    fileprivate static var editServer: Self { Self(tr("Check Server"), .editServer) }
}
