import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows for the history: whether there is one and for how long, and what else is kept in it.
@MainActor struct HistoryRows {
    private let keepsHistory = SwitchRow(
        \.history.keepsDictations, tr("Keep Dictations"), subtitle: tr("On this computer, to find them again"))
    private let age = ChoiceRow(
        \.history.days, tr("Keep For"), subtitle: tr("Older entries, also translations, are deleted"))
    /// The same choice on the page on privacy, with what is kept.
    let keepsDictations = SwitchRow(\.history.keepsDictations, tr("Keep Dictations"))
    let keepsSound = SwitchRow(\.history.keepsSound, tr("Keep Recordings"))
    let keepsTerminal = SwitchRow(
        \.history.keepsTerminal, tr("Keep Terminal Dictations"),
        subtitle: tr("They may contain passwords and other secrets"))

    private var switches: [SwitchRow] {
        [keepsHistory, keepsDictations, keepsTerminal, keepsSound]
    }

    /// The rows of the general page, with their title.
    var group: PreferencesGroup {
        PreferencesGroup(tr("History"), [keepsHistory, age])
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
        age.show(state.ages, chosen: "\(state.preferences.history.days)")
    }
}
