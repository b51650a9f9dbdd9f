/// Makes dictated text safe for the field that it is inserted into.
public enum CaretText {
    /// Returns the text without control characters and invisible characters. Line breaks become spaces if `keepsBreaks`
    /// is false.
    ///
    /// The text may come from a server or from a hostile recording. It is therefore treated like text for a terminal
    /// (`TerminalText`).
    public static func safe(_ text: String, keepsBreaks: Bool) -> String {
        TerminalText.safe(text, lineBreaks: keepsBreaks ? .kept : .spaces)
    }

    /// Returns whether line breaks may be written into a field. They may if the application has stated that the field
    /// is for text of several lines. In a terminal, a line break would execute the dictated text as a command.
    public static func allowsBreaks(in visit: CaretVisit) -> Bool {
        visit.statesPurpose && visit.purpose == .text
    }
}
