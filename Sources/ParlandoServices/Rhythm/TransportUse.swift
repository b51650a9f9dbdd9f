import ParlandoCore

/// A state machine that opens, changes and closes the transport (playback and capture) as a session requests. It
/// forwards the transport's events to the session.
///
///     closed → opening → open → closing → closed
///                 ↑        ↓
///                 └── changing (other devices)
struct TransportUse: Sendable {
    private enum Stand {
        case closed
        case opening
        case open
        case closing
        case changing
    }

    private let tools: RhythmTools
    private var stand = Stand.closed
    /// Options with which to open the transport (playback and capture) again once the current devices are closed; nil
    /// if it is to stay closed.
    private var next: (options: TransportOptions, voices: any AudioVoiceMaking)?

    init(_ tools: RhythmTools) {
        self.tools = tools
    }

    var isOpen: Bool {
        stand == .open
    }

    /// Whether the transport (playback and capture) is closed and is not being opened.
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

    /// Closes the current audio devices and opens others instead.
    mutating func change(_ options: TransportOptions, playing voices: any AudioVoiceMaking) {
        guard stand == .open || stand == .opening || stand == .changing else {
            return
        }
        next = (options, voices)
        if stand == .open {
            tools.transport.close()
        }
        stand = .changing
    }

    /// Closes the transport (playback and capture). If it is still being opened, it is closed as soon as it is open.
    mutating func close() {
        if stand == .open || stand == .opening {
            tools.transport.close()
        }
        if stand != .closed {
            stand = .closing
        }
    }

    /// Updates the state after an event of the transport (playback and capture). Returns the error if the transport
    /// could not be opened although it is still wanted; nil otherwise.
    mutating func note(_ event: RhythmSessionEvent) -> AudioError? {
        switch event {
        case .opened where stand == .opening:
            stand = .open
        case .opened where stand == .closing || stand == .changing:
            tools.transport.close()
        case .notOpened, .transportEnded:
            return leave(event)
        default:
            break
        }
        return nil
    }

    /// Handles the end of the transport, or its failure to open. If other devices were chosen meanwhile, opens these.
    /// Returns the error if the transport could not be opened and is still wanted.
    private mutating func leave(_ event: RhythmSessionEvent) -> AudioError? {
        let old = stand
        stand = .closed
        if old == .changing, let next {
            open(next.options, playing: next.voices)
        } else if old != .closing, case .notOpened(let error) = event {
            return error
        }
        return nil
    }
}
