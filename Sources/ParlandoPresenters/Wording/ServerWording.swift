public import ParlandoCore

/// Texts about servers.
enum ServerWording {
    static func state(of servers: ServerPreferences) -> ServerPreferencesState {
        var state = ServerPreferencesState()
        state.engines = [.init("", tr("This Computer"))] + servers.profiles.map { .init($0.id, $0.name) }
        state.engine = servers.engine
        if servers.engine() == nil {
            // If the chosen server is not in the list, the list says so and no other server is chosen instead.
            state.engines.append(.init(servers.engine, tr("A server that is no longer in the list")))
        }
        state.engineNote =
            servers.engine()?.server == nil
            ? tr("What you say never leaves this computer.") : tr("What you say is sent to the server.")
        state.servers = servers.profiles.map {
            .init(id: $0.id, title: $0.name, subtitle: $0.host + " · " + name(of: $0.wire))
        }
        state.timeout = servers.timeout
        return state
    }

    /// Returns the state to show for a test result.
    ///
    /// - Parameter address: the address that the user entered.
    static func state(of test: ServerTest, askedAt address: String) -> ServerTestState {
        let places = [
            "text": test.text, "time": Quantities.seconds(test.seconds), "address": test.profile.address,
        ]
        let moved =
            test.profile.address == address
            ? "" : " " + tr("The address was completed: the server answers at {address}.", places)
        guard !test.text.isEmpty else {
            return ServerTestState(
                text: tr("The server answered after {time}, with an empty text.", places) + moved, isFailure: true,
                found: test.profile)
        }
        return ServerTestState(text: tr("After {time}: “{text}”", places) + moved, found: test.profile)
    }

    /// Returns the name of a protocol, in the terms of those who run such a server.
    static func name(of wire: SpeechProtocol) -> String {
        switch wire {
        case .transcribe: tr("plain (/transcribe)")
        case .openAI: tr("like OpenAI (/v1/audio)")
        case .whisper: tr("whisper.cpp (/inference)")
        }
    }
}

extension SpeechProtocol {
    /// Name of the protocol, in the terms of those who run such a server.
    public var title: String {
        ServerWording.name(of: self)
    }
}

extension ServerError {
    /// Message about a failed test. Unlike the messages about dictation, it does not mention kept speech.
    var testMessage: String {
        switch kind {
        case .unreachable: tr("The server cannot be reached.")
        case .timedOut: tr("The server did not answer in time.")
        case .interrupted: tr("The connection to the server broke off.")
        case .busy: tr("The server has too much to do. Try again later.")
        case .cancelled, .failed: tr("The recording could not be sent.")
        default: message.text
        }
    }
}

extension PageQuestion {
    /// Asks before a new session discards sound that no server accepted.
    static var giveUpRecording: PageQuestion {
        PageQuestion(
            tr("The Recording Was Not Sent"), tr("A new dictation gives it up."), goOn: tr("Give It Up"), isLoss: true)
    }
}
