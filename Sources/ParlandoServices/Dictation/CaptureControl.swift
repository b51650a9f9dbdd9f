import ParlandoCore

/// Brings the microphone to where a session wants it, one step at a time and never with two captures at once.
///
///     closed → opening → open → closing → closed
///
/// Pure: it says what to do next, and is told what happened.
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
    /// Whether the session wants to hear anything, and from which device (nil: the system's default).
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

    /// The step that brings the microphone nearer to what is wanted, or nil while one is under way or none is needed.
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

    /// The device could not be opened. It is not tried again until sound is wanted anew.
    mutating func didFailToOpen() {
        stand = .closed
        wantsSound = false
    }

    /// The stream ended. Returns whether it ended of its own accord: a file at its end, a device given up.
    mutating func didEnd() -> Bool {
        let wasAsked = stand == .closing
        stand = .closed
        if !wasAsked {
            wantsSound = false
        }
        return !wasAsked
    }
}
