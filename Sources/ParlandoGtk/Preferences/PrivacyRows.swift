import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows for stored data and privacy.
@MainActor struct PrivacyRows {
    let keepsTranslations = SwitchRow(
        \.translator.keepsTranslations, tr("Keep Translation History"),
        subtitle: tr("Stored on this computer so you can find them again"))
    let keepsAudio = SwitchRow(
        \.translator.keepsAudio, tr("Keep Audio"), subtitle: tr("Reuse audio instead of generating it again"))
    let fetchesAhead = SwitchRow(
        \.translator.fetchesAhead, tr("Preload Common Phrases"),
        subtitle: tr("Translate them in advance for English, Spanish, French and German")
    )
    let agreements = AgreementGroup()
    let removeAll = Button(label: tr("Delete All Data…"), classes: ["destructive-action"])
    private let removal = Element(adw_action_row_new())

    init() {
        removal.reference.setRowTitle(tr("All Data"))
        removal.reference.setRowSubtitle(
            tr("Dictations, translations, audio, API keys, preferences and unfinished work"))
        removeAll.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(removal.reference.cast(), removeAll.widget)
    }

    /// Groups of rows, with their titles.
    var groups: [PreferencesGroup] {
        [
            .init(tr("Storage"), [keepsTranslations, keepsAudio]),
            .init(tr("In the Background"), [fetchesAhead]),
        ]
    }

    /// The last group on the page, with the row to remove all data.
    var end: PreferencesGroup {
        .init(tr("Delete Data"), [removal])
    }

    func show(_ change: Change<TranslatorPreferencesState>) {
        change.on(\.agreements) { agreements.show($0) }
    }
}
