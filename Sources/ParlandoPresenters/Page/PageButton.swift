/// The function of the round button.
public enum PageButton: Sendable, Equatable {
    case start
    case stop
    /// A command is under way, so pressing the button has no effect.
    case wait
}

/// The function of the pause button, if it is shown.
public enum PagePause: Sendable, Equatable {
    case hidden
    case pause
    case resume
}
