import ParlandoCore

extension PreferencesScreen {
    /// The part of the view state for the terminal page.
    var terminal: TerminalPreferencesState {
        let choices = preferences.terminal
        var state = TerminalPreferencesState()
        state.sendsAtOnce = choices.sendsAtOnce
        state.sendsLineBreaks = choices.sendsLineBreaks
        state.font = choices.font
        state.scrollback = choices.scrollback
        return state
    }
}

extension TerminalPreferences {
    /// Applies a change that the user made.
    mutating func apply(_ change: TerminalPreferenceChange) {
        switch change {
        case .sendsAtOnce(let isOn): sendsAtOnce = isOn
        case .sendsLineBreaks(let isOn): sendsLineBreaks = isOn
        case .font(let font): self.font = font
        case .scrollback(let lines): scrollback = lines
        }
    }
}
