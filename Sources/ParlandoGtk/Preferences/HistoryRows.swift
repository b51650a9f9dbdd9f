import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows for the history.
@MainActor struct HistoryRows {
    let keepsDictations = SwitchRow(\.history.keepsDictations, tr("Keep Dictations"))
    let keepsSound = SwitchRow(\.history.keepsSound, tr("Keep Recordings"))
    let age = ChoiceRow(
        \.history.days, tr("Keep For"), subtitle: tr("Older entries, also translations, are deleted"))
    private let keepsTerminal = SwitchRow(
        \.history.keepsTerminal, tr("Keep Terminal Dictations"),
        subtitle: tr("They may contain passwords and other secrets"))

    private var switches: [SwitchRow] {
        [keepsDictations, keepsTerminal, keepsSound]
    }

    /// The group of rows, with its title.
    var group: PreferencesGroup {
        PreferencesGroup(tr("History"), [keepsDictations, keepsTerminal, keepsSound, age])
    }

    func connect(_ tell: @escaping @MainActor (PreferenceChange) -> Void) {
        switches.forEach { $0.onChange(tell) }
        // The choices are numbers, which options name by their digits.
        age.onChoose { name in
            if let days = Int(name) {
                tell(PreferenceChange(\.history.days, days))
            }
        }
    }

    /// Always shows everything: the user may have switched a row and then declined the question, so that it must be set
    /// back.
    func show(_ state: HistoryPreferencesState) {
        switches.forEach { $0.show(state.preferences) }
        keepsDictations.reference.setRowSubtitle(state.textNote)
        keepsSound.reference.setRowSubtitle(state.soundNote)
        age.show(state.ages, chosen: "\(state.preferences.history.days)")
    }
}
