import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows of the terminal page.
@MainActor struct TerminalRows {
    let start = SwitchRow(
        \.terminal.sendsAtOnce, tr("Send Immediately"), subtitle: tr("Send finished words without confirmation"))
    /// The rows in titled groups, in the order of the page.
    let groups: [PreferencesGroup]

    init() {
        groups = [
            PreferencesGroup(
                tr("Dictated Text"),
                [
                    start,
                    SwitchRow(
                        \.terminal.sendsLineBreaks, tr("Send Line Breaks"),
                        subtitle: tr("Between paragraphs. A shell treats each as Enter and runs the line.")),
                ]),
            PreferencesGroup(
                tr("Appearance"),
                [
                    FontRow(\.terminal.font, tr("Font")),
                    NumberRow(\.terminal.scrollback, tr("Scrollback Lines"), step: 1_000),
                ]),
        ]
    }
}
