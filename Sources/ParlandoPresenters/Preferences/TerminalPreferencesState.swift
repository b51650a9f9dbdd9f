/// What the preferences window shows of the terminal page.
public struct TerminalPreferencesState: Sendable, Equatable {
    /// Whether settled words go into the terminal at once.
    public var sendsAtOnce = false
    /// Whether breaks between paragraphs are sent.
    public var sendsLineBreaks = false
    /// Font as Pango describes it, empty: the desktop's.
    public var font = ""
    /// Lines that can be scrolled back to.
    public var scrollback = 10_000

    public init() {}
}

/// A choice about the terminal page that was made in the preferences window.
public enum TerminalPreferenceChange: Sendable, Equatable {
    case sendsAtOnce(Bool)
    case sendsLineBreaks(Bool)
    /// Empty: the desktop's.
    case font(String)
    case scrollback(Int)
}
