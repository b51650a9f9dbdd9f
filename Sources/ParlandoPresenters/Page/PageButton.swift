/// What pressing a page's round main button does now.
public enum PageButton: Sendable, Equatable {
    case start
    case stop
    /// A command is under way, so pressing the button has no effect.
    case wait
}

/// What pressing a page's pause button does now; `hidden` if the button is not shown.
public enum PagePause: Sendable, Equatable {
    case hidden
    case pause
    case resume
}
