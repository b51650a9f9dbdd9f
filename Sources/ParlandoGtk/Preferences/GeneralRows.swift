import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows that concern the whole program.
@MainActor struct GeneralRows {
    let interfaceLanguage = ChoiceRow(\.interfaceLanguage, tr("Interface Language"))
    let shortcuts = ShortcutRows()
    private let notifiesOfFiles = SwitchRow(
        \.notifiesOfFiles, tr("Files Transcribed"),
        subtitle: tr("An open microphone is always reported while the window is hidden"))

    /// Returns the groups of rows on the general page, including that of the history.
    func groups(_ history: HistoryRows) -> [PreferencesGroup] {
        [interface, shortcuts.group, history.group, notifications]
    }

    /// Rows that each show and change one preference.
    var rows: [any PreferenceRow] {
        (interface.preferenceRows + notifications.preferenceRows)
    }

    private var interface: PreferencesGroup {
        // The note has no room beside the name of a language in a narrow window.
        PreferencesGroup(tr("Language"), [interfaceLanguage], description: tr("Takes effect after restarting"))
    }

    private var notifications: PreferencesGroup {
        PreferencesGroup(tr("Notifications"), [notifiesOfFiles])
    }
}
