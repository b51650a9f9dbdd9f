/// The part of the preferences window for the terminal page.
public struct TerminalPreferencesState: Sendable, Equatable {
    /// Whether words are sent to the terminal as soon as they will no longer change, without waiting in the preview.
    public var sendsAtOnce = false
    /// Whether line breaks between paragraphs are sent.
    public var sendsLineBreaks = false
    /// Font as a Pango description; empty for the desktop's monospace font.
    public var font = ""
    /// Number of lines in the scrollback buffer.
    public var scrollback = 10_000

    public init() {}
}

/// A change to the terminal's preferences that the user made.
public enum TerminalPreferenceChange: Sendable, Equatable {
    case sendsAtOnce(Bool)
    case sendsLineBreaks(Bool)
    /// Font as a Pango description; empty for the desktop's monospace font.
    case font(String)
    case scrollback(Int)
}
