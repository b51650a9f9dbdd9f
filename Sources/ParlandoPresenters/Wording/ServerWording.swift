public import ParlandoCore

/// Texts about speech recognition servers.
enum ServerWording {
    static func state(of preferences: Preferences) -> ServerPreferencesState {
        let servers = preferences.servers
        var state = ServerPreferencesState()
        state.preferences = preferences
        state.engines = [.init("", tr("This Computer"))] + servers.profiles.map { .init($0.id, $0.name) }
        if servers.engine() == nil {
            // If the chosen server is not in the list, the options include an entry for it, so that no other server is
            // chosen instead.
            state.engines.append(.init(servers.engine, tr("Removed server")))
        }
        state.engineNote =
            servers.engine()?.server == nil
            ? tr("Your speech never leaves this computer") : tr("Your speech is sent to the server")
        state.servers = servers.profiles.map {
            .init(id: $0.id, title: $0.name, subtitle: $0.host + " · " + name(of: $0.wire))
        }
        return state
    }

    /// Returns the view state that shows the result of a server test.
    ///
    /// - Parameter address: the address that the user entered. The test may have completed it.
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

    /// Returns the common name of a speech server's protocol, with the protocol's URL path.
    static func name(of wire: SpeechProtocol) -> String {
        switch wire {
        case .transcribe: tr("Simple (/transcribe)")
        case .openAI: tr("OpenAI-compatible (/v1/audio)")
        case .whisper: tr("whisper.cpp (/inference)")
        }
    }
}

extension SpeechProtocol {
    /// Common name of the protocol, with the protocol's URL path.
    public var title: String {
        ServerWording.name(of: self)
    }
}

extension ServerError {
    /// Message that tells the user why a server test failed. Unlike the message after a dictation, it does not say that
    /// the recording is kept.
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
    /// The question to ask before a new dictation discards a recording that no server accepted.
    static var giveUpRecording: PageQuestion {
        PageQuestion(
            tr("Recording Not Sent"), tr("Starting a new dictation will discard it."), goOn: tr("Discard Recording"),
            isLoss: true)
    }
}
