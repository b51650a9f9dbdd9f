import CGtk
import ParlandoPresenters

/// Preference rows of the terminal page.
@MainActor struct TerminalRows {
    let sendsAtOnce = SwitchRow(
        tr("Send Immediately"), subtitle: tr("Send finished words without confirmation"))
    let sendsLineBreaks = SwitchRow(
        tr("Send Line Breaks"), subtitle: tr("Between paragraphs. A shell treats each as Enter and runs the line."))
    let font = FontRow(tr("Font"))
    let scrollback = NumberRow(tr("Scrollback Lines"), range: 0...1_000_000, step: 1_000)

    /// Groups of rows, with their titles.
    var groups: [(title: String, rows: [any Widget])] {
        [(tr("Dictated Text"), [sendsAtOnce, sendsLineBreaks]), (tr("Appearance"), [font, scrollback])]
    }

    func connect(_ tell: @escaping @MainActor (TerminalPreferenceChange) -> Void) {
        sendsAtOnce.onChange { tell(.sendsAtOnce($0)) }
        sendsLineBreaks.onChange { tell(.sendsLineBreaks($0)) }
        font.onChange { tell(.font($0)) }
        scrollback.onChange { tell(.scrollback($0)) }
    }

    func show(_ state: TerminalPreferencesState) {
        sendsAtOnce.show(state.sendsAtOnce)
        sendsLineBreaks.show(state.sendsLineBreaks)
        font.show(state.font)
        scrollback.show(state.scrollback)
    }
}
