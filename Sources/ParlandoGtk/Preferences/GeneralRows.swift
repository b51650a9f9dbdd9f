import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows that concern no single page of the main window.
@MainActor struct GeneralRows {
    let interfaceLanguage = ChoiceRow(\.interfaceLanguage, tr("Interface Language"))
    let shortcuts = ShortcutRows()
    private let notifiesOfFiles = SwitchRow(
        \.notifiesOfFiles, tr("Files Transcribed"),
        subtitle: tr("An open microphone is always reported while the window is hidden"))

    /// Returns the groups of rows with their titles, including the rows of the history.
    func groups(_ history: HistoryRows) -> [PreferencesGroup] {
        [interface, shortcuts.group, history.group, notifications]
    }

    /// Rows that show and change the value of a preference directly.
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
