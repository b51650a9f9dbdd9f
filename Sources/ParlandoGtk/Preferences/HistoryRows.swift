import CGtk
import ParlandoPresenters

/// Preference rows for the history.
@MainActor struct HistoryRows {
    let keepsDictations = SwitchRow(tr("Keep Dictations"))
    let keepsTerminal = SwitchRow(
        tr("Keep Terminal Dictations"), subtitle: tr("They may contain passwords and other secrets"))
    let keepsSound = SwitchRow(tr("Keep Recordings"))
    let age = ChoiceRow(tr("Keep For"), subtitle: tr("Older entries, also translations, are deleted"))

    /// The group of rows, with its title.
    var group: (title: String, rows: [any Widget]) {
        (tr("History"), [keepsDictations, keepsTerminal, keepsSound, age])
    }

    func connect(_ tell: @escaping @MainActor (HistoryPreferenceChange) -> Void) {
        keepsDictations.onChange { tell(.keepsDictations($0)) }
        keepsTerminal.onChange { tell(.keepsTerminal($0)) }
        keepsSound.onChange { tell(.keepsSound($0)) }
        age.onChoose { tell(.age($0)) }
    }

    func show(_ state: HistoryPreferencesState) {
        keepsDictations.show(state.keepsDictations)
        keepsDictations.reference.setRowSubtitle(state.textNote)
        keepsTerminal.show(state.keepsTerminal)
        keepsSound.show(state.keepsSound)
        keepsSound.reference.setRowSubtitle(state.soundNote)
        age.show(state.ages, chosen: state.age)
    }
}
