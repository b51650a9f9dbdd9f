public import ParlandoCore

extension ServerError {
    /// Message for the user.
    public var message: Message {
        kind.message
    }
}

extension ServerError.Kind {
    /// Message for the user. The recorded speech is kept in each case.
    public var message: Message {
        switch self {
        case .invalidAddress:
            Message(tr("The address of the server is no web address."), .editServer)
        case .insecure:
            Message(tr("The address of the server has to begin with https, unless it is this computer."), .editServer)
        case .unreachable:
            Message(tr("The server cannot be reached. The recording is kept."), .tryAgain)
        case .untrusted:
            Message(tr("The server cannot prove that it is the one you want. Nothing was sent."), .editServer)
        case .timedOut:
            Message(tr("The server did not answer in time. The recording is kept."), .tryAgain)
        case .interrupted:
            Message(tr("The connection to the server broke off. The recording is kept."), .tryAgain)
        case .unauthorized:
            Message(tr("The server does not accept the key. Enter the right one."), .editServer)
        case .tooLarge:
            Message(tr("The recording is too large for the server."), .editServer)
        case .busy:
            Message(tr("The server has too much to do. The recording is kept: try again later."), .tryAgain)
        case .redirected:
            Message(tr("The server sends to another address. Nothing was sent there: check the address."), .editServer)
        case .complained(let reason):
            Message(tr("The server says: “{reason}”.", ["reason": reason.sentence]), .editServer)
        case .refused(let status, let reason?):
            Message(
                tr(
                    "The server refused (answer {status}): “{reason}”.",
                    ["status": "\(status)", "reason": reason.sentence]), .editServer)
        case .refused(let status, nil):
            Message(
                tr("The server refused (answer {status}). Check its address and protocol.", ["status": "\(status)"]),
                .editServer)
        case .notUnderstood:
            Message(tr("The server answered with something that is no text. Check its protocol."), .editServer)
        case .endless:
            Message(tr("The server answered with more than a transcript can be."), .editServer)
        case .keyring(.elsewhere(let place)):
            Message(SecretError(.elsewhere(place)).message.text, .editServer)
        case .keyring(let kind):
            SecretError(kind).message
        case .cancelled:
            Message(tr("The recording was not sent."), .tryAgain)
        case .failed:
            Message(tr("The recording could not be sent. It is kept."), .tryAgain)
        }
    }
}

extension Private<String> {
    /// The text without its final full stop, to be inserted into a sentence.
    fileprivate var sentence: String {
        revealed.last == "." ? String(revealed.dropLast()) : revealed
    }
}

extension TranscriptionViewState.Action {
    fileprivate static var editServer: Self { Self(tr("Check the Server"), .editServer) }
}
