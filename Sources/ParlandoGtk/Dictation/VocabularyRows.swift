import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows for the vocabulary: words and phrases that the recogniser is told to expect.
@MainActor struct VocabularyRows {
    let words = EntryGroup(
        tr("Words"), description: "", icon: "accessories-dictionary-symbolic", addLabel: tr("New Word"))
    let files = Element(adw_preferences_group_new())
    private let language = ChoiceRow(tr("Words For"))
    private let importing = Button(label: tr("Import…"))
    private let exporting = Button(label: tr("Export…"))

    init() {
        files.reference.setGroupTitle(tr("Vocabulary"))
        files.reference.setGroupDescription(
            tr("Names and other words that are often misheard. They are written where they fit what was said."))
        let row = Element(adw_action_row_new())
        row.reference.setRowTitle(tr("Words as a File"))
        row.reference.setRowSubtitle(tr("One word or phrase a line"))
        importing.setAccessibleLabel(tr("Import Words"))
        exporting.setAccessibleLabel(tr("Export Words"))
        let buttons = Box.suffix([importing, exporting])
        adw_action_row_add_suffix(row.reference.cast(), buttons.widget)
        adw_preferences_group_add(files.reference.cast(), language.widget)
        adw_preferences_group_add(files.reference.cast(), row.widget)
    }

    func connect(
        onChoose choose: @escaping @MainActor (String) -> Void, onImport load: @escaping @MainActor () -> Void,
        onExport save: @escaping @MainActor () -> Void
    ) {
        language.onChoose(choose)
        importing.onClick(load)
        exporting.onClick(save)
    }

    func show(_ change: Change<VocabularyState>) {
        language.show(change.new.languages, chosen: change.new.language)
        change.on(\.entries) { entries in
            words.show(entries.map { .init(id: $0, title: $0, subtitle: "") })
        }
        change.on(\.canExport) { exporting.isSensitive = $0 }
    }
}
