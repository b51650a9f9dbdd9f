import ParlandoCore

/// The reason that dictated text is not sent to the terminal automatically.
enum TerminalHold: Equatable {
    /// The text was dictated into another shell or connection than the one that is open now.
    case stranger(TextOwner)
    /// The terminal does not echo input, as when a program asks for a password.
    case hidden
    /// A line of the text is too long for a program that reads input line by line. `isCertain` tells whether the
    /// program is known to read in this way.
    case longLine(isCertain: Bool)
}

extension TerminalTab {
    /// Returns the reason that dictated text waits in the preview until the user presses *Send*, even if automatic
    /// sending is on. Nil if the text can be sent.
    func hold(_ lineBreaks: TerminalText.LineBreaks) -> TerminalHold? {
        guard isConnected else {
            return nil
        }
        if !draft.isEmpty, let stranger = owners.stranger(to: session) {
            return .stranger(stranger)
        }
        if input.isHidden {
            return .hidden
        }
        return lineHold(lineBreaks)
    }

    /// Returns `longLine` if a line in the preview (the dictated text not yet sent) is so long that the terminal would
    /// cut it off; nil if no line is too long.
    func lineHold(_ lineBreaks: TerminalText.LineBreaks) -> TerminalHold? {
        // Most texts are so short that they need no check.
        guard isConnected, draft.text.utf8.count + input.lineBytes >= TerminalInput.longestLine else {
            return nil
        }
        // A space may be inserted before the text.
        let text = (goesOn ? " " : "") + TerminalText.safe(draft.text, lineBreaks: lineBreaks)
        switch input.fit(text) {
        case .whole: return nil
        case .cut: return .longLine(isCertain: true)
        case .perhapsCut: return .longLine(isCertain: false)
        }
    }
}
