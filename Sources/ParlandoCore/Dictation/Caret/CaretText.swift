/// Makes dictated text safe for the field that it is written into.
public enum CaretText {
    /// Returns the text without control characters and invisible characters. Line breaks become spaces unless they are
    /// kept.
    ///
    /// Text for the field of another application may have come from a server or from a hostile recording, as text for a
    /// terminal may (`TerminalText`).
    public static func safe(_ text: String, keepsBreaks: Bool) -> String {
        TerminalText.safe(text, lineBreaks: keepsBreaks ? .kept : .spaces)
    }

    /// Returns whether line breaks may be written into a field: only if its application states purposes, and has stated
    /// one that allows several lines. In a terminal a line break would run what was dictated.
    public static func allowsBreaks(in visit: CaretVisit) -> Bool {
        visit.statesPurpose && visit.purpose == .text
    }
}
