import ParlandoCore

/// A state machine that decides when a session opens and closes the microphone. It does so one step at a time, so two
/// captures never overlap.
///
///     closed → opening → open → closing → closed
///
/// It has no side effects: it returns the next step for the session to take, and the session reports the outcome.
struct CaptureControl {
    enum Stand: Equatable {
        case closed
        case opening(AudioDevice.ID?)
        case open(AudioDevice.ID?)
        case closing
    }

    enum Step: Equatable {
        case open(AudioDevice.ID?)
        case close
    }

    private(set) var stand = Stand.closed
    /// Whether the session wants sound from the microphone. `device` is the wanted device (nil: the system's default).
    var wantsSound = false
    var device: AudioDevice.ID?

    var isClosed: Bool {
        stand == .closed
    }

    var isOpen: Bool {
        if case .open = stand {
            return true
        }
        return false
    }

    var isOpening: Bool {
        if case .opening = stand {
            return true
        }
        return false
    }

    /// Returns the next step towards the wanted state, or nil if a step is under way or none is needed.
    mutating func nextStep() -> Step? {
        switch stand {
        case .closed where wantsSound:
            stand = .opening(device)
            return .open(device)
        case .open(let current) where !wantsSound || current != device:
            stand = .closing
            return .close
        case .closed, .opening, .open, .closing:
            return nil
        }
    }

    mutating func didOpen() {
        if case .opening(let device) = stand {
            stand = .open(device)
        }
    }

    /// Records that the device could not be opened. No further attempt is made until the session sets `wantsSound`
    /// again.
    mutating func didFailToOpen() {
        stand = .closed
        wantsSound = false
    }

    /// Records that the stream of captured sound ended. Returns whether it ended by itself, for instance at the end of
    /// a file or because the device was lost.
    mutating func didEnd() -> Bool {
        let wasAsked = stand == .closing
        stand = .closed
        if !wasAsked {
            wantsSound = false
        }
        return !wasAsked
    }
}
