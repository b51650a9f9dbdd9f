/// What the round button does when it is pressed.
public enum PageButton: Sendable, Equatable {
    case start
    case stop
    /// A command is under way; a press does nothing.
    case wait
}

/// What the pause button does, if it is there.
public enum PagePause: Sendable, Equatable {
    case hidden
    case pause
    case resume
}
