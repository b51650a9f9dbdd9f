/// The current function of a page's round main button, which starts and stops dictation or an exercise.
public enum PageButton: Sendable, Equatable {
    case start
    case stop
    /// A command is under way, so pressing the button has no effect.
    case wait
}

/// The current function of a page's pause button; `hidden` if the button is not shown.
public enum PagePause: Sendable, Equatable {
    case hidden
    case pause
    case resume
}
