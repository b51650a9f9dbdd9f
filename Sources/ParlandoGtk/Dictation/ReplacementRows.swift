import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows for the replacement rules, such as “,” for “comma”.
@MainActor struct ReplacementRows {
    let punctuation = ToggleRow(
        tr("Spoken Punctuation"), subtitle: tr("Write “,” for “comma” and so on"))
    let lines = ToggleRow(
        tr("Spoken Line Breaks"), subtitle: tr("Begin a new line or paragraph when you say so"))
    let rules = EntryGroup(
        tr("Replacements"), description: tr("What to write instead of what you say"),
        icon: "edit-find-replace-symbolic", addLabel: tr("New Replacement"))
    let files = Element(adw_preferences_group_new())
    private let importing = Button(label: tr("Import…"))
    private let exporting = Button(label: tr("Export…"))

    init() {
        let row = Element(adw_action_row_new())
        row.reference.setRowTitle(tr("List as a File"))
        row.reference.setRowSubtitle(
            tr("One replacement a line: what you say, a tab or →, what to write. \\n begins a new line."))
        let buttons = Box.suffix([importing, exporting])
        adw_action_row_add_suffix(row.reference.cast(), buttons.widget)
        adw_preferences_group_add(files.reference.cast(), row.widget)
    }

    func connect(
        onImport load: @escaping @MainActor () -> Void, onExport save: @escaping @MainActor () -> Void
    ) {
        importing.onClick(load)
        exporting.onClick(save)
    }

    func show(_ change: Change<ReplacementState>) {
        change.on(\.shipped) { sets in
            punctuation.show(sets.contains(.punctuation))
            lines.show(sets.contains(.lines))
        }
        change.on(\.rows) { rows in
            rules.show(rows.map { .init(id: $0.id, title: $0.title, subtitle: $0.subtitle) })
        }
        change.on(\.note) { rules.reference.setGroupDescription($0) }
        change.on(\.canExport) { exporting.isSensitive = $0 }
    }
}
