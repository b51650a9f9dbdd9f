public import ParlandoCore

/// Texts about the user's servers.
enum ServerWording {
    static func state(of preferences: Preferences) -> ServerPreferencesState {
        let servers = preferences.servers
        var state = ServerPreferencesState()
        state.preferences = preferences
        state.engines = [.init("", tr("This Computer"))] + servers.speech.map { .init($0.id, $0.name) }
        if servers.engine() == nil {
            // A chosen server that is not in the list has an option too, so that no other server is chosen instead.
            state.engines.append(.init(servers.engine, tr("Removed server")))
        }
        state.engineNote =
            servers.engine()?.server == nil
            ? tr("Your speech never leaves this computer") : tr("Your speech is sent to the server")
        state.servers = servers.profiles.map {
            .init(id: $0.id, title: $0.name, subtitle: $0.host + " · " + $0.wire.title)
        }
        let prompts = preferences.cleanup.tasks.filter(\.isValid)
        state.prompts = prompts.map { .init(id: $0.id, title: $0.id, subtitle: $0.prompt) }
        if servers.languageModel != nil {
            state.tasks = [.init("", trc("clean-up", "None"))] + CleanupWording.options(preferences.cleanup)
        }
        return state
    }

    /// - Parameter address: the one that the user entered. The test may have completed it.
    static func state(of test: ServerTest, askedAt address: String) -> ServerTestState {
        let places = [
            "text": test.text, "time": Quantities.seconds(test.seconds), "address": test.profile.address,
        ]
        let moved =
            test.profile.address == address
            ? "" : " " + tr("The address was completed to {address}.", places)
        guard !test.text.isEmpty else {
            return ServerTestState(
                text: tr("The server responded in {time}, but with no text.", places) + moved, isFailure: true,
                found: test.profile)
        }
        return ServerTestState(text: tr("Responded in {time}: “{text}”", places) + moved, found: test.profile)
    }
}

extension ServerProtocol {
    /// Common name, with the URL path.
    public var title: String {
        switch self {
        case .transcribe: tr("Simple (/transcribe)")
        case .openAI: tr("OpenAI-compatible (/v1/audio)")
        case .whisper: tr("whisper.cpp (/inference)")
        case .chat: tr("Language model (/v1/chat)")
        }
    }
}

extension ServerError {
    /// Unlike after a dictation, there is no recording that is kept.
    var testMessage: String {
        switch kind {
        case .unreachable: tr("The server cannot be reached.")
        case .timedOut: tr("The server did not respond in time.")
        case .interrupted: tr("The connection to the server was lost.")
        case .busy: tr("The server is busy. Try again later.")
        case .cancelled, .failed: tr("The recording could not be sent.")
        default: message.text
        }
    }
}

extension PageQuestion {
    static var giveUpRecording: PageQuestion {
        PageQuestion(
            tr("Recording Not Sent"), tr("Starting a new dictation will discard it."), goOn: tr("Discard Recording"),
            isLoss: true)
    }
}

extension ServerError {
    public var message: Message {
        kind.message
    }
}

extension ServerErrorKind {
    /// The recorded speech is kept.
    public var message: Message {
        switch self {
        case .invalidAddress: Message(tr("Enter a valid web address."), .editServer)
        case .insecure:
            Message(tr("The server address must start with https://, unless the server is this computer."), .editServer)
        case .unreachable: Message(tr("The server cannot be reached. The recording is not lost."), .tryAgain)
        case .untrusted: Message(tr("The server's identity could not be verified. Nothing was sent."), .editServer)
        case .timedOut: Message(tr("The server did not respond in time. The recording is not lost."), .tryAgain)
        case .interrupted: Message(tr("The connection to the server was lost. The recording is not lost."), .tryAgain)
        case .unauthorized: Message(tr("The server rejected the key. Check it and enter it again."), .editServer)
        case .tooLarge: Message(tr("The recording is too large for the server."), .editServer)
        case .busy: Message(tr("The server is busy. The recording is not lost; try again later."), .tryAgain)
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
        case .notUnderstood: Message(tr("The server's response contains no text. Check its protocol."), .editServer)
        case .endless: Message(tr("The server's response is too long for a transcript."), .editServer)
        case .keyring(.elsewhere(let place)): Message(SecretError(.elsewhere(place)).message.text, .editServer)
        case .keyring(.absent): Message(SecretErrorKind.noSavedKey, .editServer)
        case .keyring(let kind):
            SecretError(kind).message
        case .cancelled: Message(tr("The recording was not sent."), .tryAgain)
        case .failed: Message(tr("The recording could not be sent. It is not lost."), .tryAgain)
        }
    }
}

extension Private<String> {
    /// The server's own text without its final full stop.
    fileprivate var sentence: String {
        revealed.last == "." ? String(revealed.dropLast()) : revealed
    }
}

extension PageAction {
    static var editServer: Self { Self(tr("Check Server"), .editServer) }
}

extension SecretError {
    public var message: Message {
        switch kind {
        case .locked: Message(tr("The keyring is locked. Unlock it, then try again."), .tryAgain)
        case .absent: Message(tr("No keyring was found to save the key in. Install one, such as GNOME Keyring."))
        case .denied: Message(tr("The keyring denied Parlando access to the key."), .tryAgain)
        case .elsewhere(let place):
            Message(
                tr(
                    "The saved key is only for {place}. Enter a key for the new address.",
                    ["place": place.text]))
        case .failed: Message(tr("The keyring gave an unexpected response."), .tryAgain)
        }
    }
}

extension SecretErrorKind {
    static var noSavedKey: String {
        tr("No keyring was found, so there is no saved API key.")
    }

    static var keptInMemory: String {
        tr("No keyring was found. The key is kept until Parlando closes.")
    }

    /// What the user is told if a key is needed but cannot be read.
    ///
    /// - Parameter way: the command if neither trying again nor entering a key would help.
    func message(otherwise way: PageAction) -> Message {
        let message = SecretError(self).message
        return switch self {
        case .absent: Message(Self.noSavedKey, .enterKey)
        case .elsewhere: Message(message.text, .enterKey)
        case .locked, .denied, .failed: Message(message.text, message.action ?? way)
        }
    }
}
