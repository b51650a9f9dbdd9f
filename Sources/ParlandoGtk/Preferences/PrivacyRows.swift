import CGtk
import ParlandoCore
import ParlandoPresenters

/// Rows of the privacy page: which data is stored, which data may be sent, and a button to delete all data.
@MainActor struct PrivacyRows {
    let keepsTranslations = SwitchRow(\.translator.keepsTranslations, tr("Keep Translation History"))
    let keepsAudio = SwitchRow(
        \.translator.keepsAudio, tr("Keep Audio"), subtitle: tr("Reuse audio instead of generating it again"))
    let keepsResults = SwitchRow(\.rhythm.keepsResults, tr("Keep Results"))
    let consents = ConsentGroup()
    let removeAll = Button(label: tr("Delete…"), classes: ["destructive-action"])
    private let removal = Self.row(tr("All Data"))
    private let unsent = Self.row(tr("Unsent Recordings"))
    private let words = Self.row(tr("Vocabulary and Replacements"))
    private let models = Self.row(tr("Speech Models"))
    private let keys = Self.row(tr("API Keys"))
    private let listeners = Self.row(tr("Text for Other Programs"))

    init() {
        removal.reference.setRowSubtitle(
            tr("Dictations, translations, audio, API keys, preferences and unfinished work"))
        removeAll.setAccessibleLabel(tr("Delete All Data…"))
        removeAll.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(removal.reference.cast(), removeAll.widget)
    }

    /// Returns the groups of rows on the privacy page, including the history's rows.
    func groups(_ history: HistoryRows) -> [PreferencesGroup] {
        [
            .init(
                tr("Dictation"),
                [history.keepsDictations, history.keepsTerminal, history.keepsSound, unsent, words, listeners]),
            .init(tr("Translator"), [keepsTranslations, keepsAudio]),
            .init(tr("Rhythm"), [keepsResults]),
            .init(tr("Models and Keys"), [models, keys]),
        ]
    }

    /// The rows of the translator's preferences.
    var translatorRows: [any PreferenceRow] {
        [keepsTranslations, keepsAudio]
    }

    /// The last group on the privacy page, with the button that deletes all data.
    var end: PreferencesGroup {
        .init(tr("Delete Data"), [removal])
    }

    func show(_ change: Change<TranslatorPreferencesState>) {
        change.on(\.consents) { consents.show($0) }
    }

    /// Updates the rows even if the state is unchanged: if the user presses the switch and then cancels the
    /// confirmation dialog, the switch must show the old value again.
    func show(_ state: PrivacyState, _ history: HistoryRows) {
        let rows: [(KeptKind, any Widget)] = [
            (.texts, history.keepsDictations), (.recordings, history.keepsSound), (.unsent, unsent),
            (.translations, keepsTranslations), (.practice, keepsResults), (.words, words), (.models, models),
        ]
        for (kind, row) in rows {
            row.reference.setRowSubtitle(state.notes[kind] ?? "")
        }
        keys.reference.setRowSubtitle(state.keyNote)
        listeners.reference.setRowSubtitle(state.listenerNote)
        keepsResults.show(state.preferences)
    }

    private static func row(_ title: String) -> Element {
        let row = Element(adw_action_row_new())
        row.reference.setRowTitle(title)
        return row
    }
}
