import ParlandoCore

/// The reason that dictated text is not sent to the terminal automatically.
enum TerminalHold: Equatable {
    /// The text was dictated for a session other than the one that is open.
    case stranger(TextOwner)
    /// The terminal does not echo input, as for a password.
    case hidden
    /// A line is too long for a program that reads input line by line. `isCertain` tells whether the program is known
    /// to do so.
    case longLine(isCertain: Bool)
}

extension TerminalTab {
    /// Returns the reason that the text in the preview, including further dictation, waits until the user presses Send,
    /// or nil if nothing holds it back.
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

    /// Returns the reason that sending is held back if a line waiting in the preview is too long for the terminal,
    /// which would cut it off; nil if no line is too long.
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
