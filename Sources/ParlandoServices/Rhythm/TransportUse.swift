import ParlandoCore

/// Brings the transport to where a session wants it, and its news to the session.
///
///     closed → opening → open → closing → closed
struct TransportUse: Sendable {
    private enum Stand {
        case closed
        case opening
        case open
        case closing
    }

    private let tools: RhythmTools
    private var stand = Stand.closed

    init(_ tools: RhythmTools) {
        self.tools = tools
    }

    /// Whether nothing of it is left.
    var isClosed: Bool {
        stand == .closed
    }

    mutating func open(_ options: TransportOptions, playing voices: any AudioVoiceMaking) {
        stand = .opening
        Task { [tools] in
            do throws(AudioError) {
                let events = try await tools.transport.open(options, playing: voices)
                tools.door.yield(.opened)
                for await event in events {
                    tools.door.yield(.transport(event))
                }
                tools.door.yield(.transportEnded)
            } catch {
                tools.door.yield(.notOpened(error))
            }
        }
    }

    /// No more sound, from now on. What is still being opened is closed when it is open.
    mutating func close() {
        if stand == .open || stand == .opening {
            stand = .closing
            tools.transport.close()
        }
    }

    /// Takes note of what happened. Returns the error when the transport could not be opened and still was wanted.
    mutating func note(_ event: RhythmEvent) -> AudioError? {
        switch event {
        case .opened where stand == .opening:
            stand = .open
        case .opened where stand == .closing:
            tools.transport.close()
        case .notOpened(let error):
            defer { stand = .closed }
            return stand == .closing ? nil : error
        case .transportEnded:
            stand = .closed
        default:
            break
        }
        return nil
    }
}
