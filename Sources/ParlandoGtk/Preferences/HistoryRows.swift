import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows for the history: whether dictations are kept and for how long, and what else is kept with them.
@MainActor struct HistoryRows {
    private let keepsHistory = SwitchRow(
        \.history.keepsDictations, tr("Keep Dictations"), subtitle: tr("On this computer, to find them again"))
    private let age = ChoiceRow(
        \.history.days, tr("Keep For"), subtitle: tr("Older entries, also translations, are deleted"))
    /// Second row for the preference `history.keepsDictations`, on the privacy page. Its subtitle says what is stored.
    let keepsDictations = SwitchRow(\.history.keepsDictations, tr("Keep Dictations"))
    let keepsSound = SwitchRow(\.history.keepsSound, tr("Keep Recordings"))
    let keepsTerminal = SwitchRow(
        \.history.keepsTerminal, tr("Keep Terminal Dictations"),
        subtitle: tr("They may contain passwords and other secrets"))

    private var switches: [SwitchRow] {
        [keepsHistory, keepsDictations, keepsTerminal, keepsSound]
    }

    /// The history's rows on the general page, as a group with a title.
    var group: PreferencesGroup {
        PreferencesGroup(tr("History"), [keepsHistory, age])
    }

    func connect(_ tell: @escaping @MainActor (PreferenceChange) -> Void) {
        switches.forEach { $0.onChange(tell) }
        // Each choice is a number of days; the name of its option is that number in digits.
        age.onChoose { name in
            if let days = Int(name) {
                tell(PreferenceChange(\.history.days, days))
            }
        }
    }

    /// Updates all rows, even if the state is unchanged: if the user changes a row and then cancels the confirmation
    /// dialog, the row must show the old value again.
    func show(_ state: HistoryPreferencesState) {
        switches.forEach { $0.show(state.preferences) }
        age.show(state.ages, chosen: "\(state.preferences.history.days)")
    }
}
