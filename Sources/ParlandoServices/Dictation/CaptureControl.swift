import ParlandoCore

/// Decides when a session opens and closes the microphone, one step at a time, so that two captures never overlap. It
/// has no side effects: the session takes the steps and reports the outcome.
///
///     closed → opening → open → closing → closed
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
    /// `device` is the wanted device (nil: the system's default).
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

    /// Returns nil if a step is under way or none is needed.
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

    /// No further attempt is made until the session sets `wantsSound` again.
    mutating func didFailToOpen() {
        stand = .closed
        wantsSound = false
    }

    /// Returns whether the capture ended by itself, for instance at the end of a file.
    mutating func didEnd() -> Bool {
        let wasAsked = stand == .closing
        stand = .closed
        if !wasAsked {
            wantsSound = false
        }
        return !wasAsked
    }
}
