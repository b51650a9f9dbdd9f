import ParlandoCore

/// Why dictated text does not go into the terminal by itself.
enum TerminalHold: Equatable {
    /// It was meant for another session than the one that is open.
    case stranger(TextOwner)
    /// What is typed is not shown there, as for a password.
    case hidden
    /// A line is too long for a program that reads lines; `isCertain`: whether the program is known to do so.
    case longLine(isCertain: Bool)
}

extension TerminalScreen {
    /// Why what waits, and what is said meanwhile, stays in the preview until the user presses Send; nil if nothing holds
    /// it back.
    var hold: TerminalHold? {
        guard isConnected else {
            return nil
        }
        if !draft.isEmpty, let stranger = owners.stranger(to: session) {
            return .stranger(stranger)
        }
        if input.isHidden {
            return .hidden
        }
        return lineHold
    }

    /// Whether what waits has a line that would be cut.
    var lineHold: TerminalHold? {
        // Most texts are too short to be looked at.
        guard isConnected, draft.text.utf8.count + input.lineBytes >= TerminalInput.longestLine else {
            return nil
        }
        // A space may come before it.
        let text = (goesOn ? " " : "") + TerminalText.safe(draft.text, lineBreaks: choices.lineBreaks)
        switch input.fit(text) {
        case .whole: return nil
        case .cut: return .longLine(isCertain: true)
        case .perhapsCut: return .longLine(isCertain: false)
        }
    }
}
