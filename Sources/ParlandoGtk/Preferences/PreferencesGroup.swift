import CGtk
import ParlandoCore

/// A titled group of rows on a page of the preferences.
@MainActor struct PreferencesGroup {
    let title: String
    let rows: [any Widget]
    let description: String

    init(_ title: String, _ rows: [any Widget], description: String = "") {
        self.title = title
        self.rows = rows
        self.description = description
    }

    /// The rows that show a declared preference.
    var preferenceRows: [any PreferenceRow] {
        rows.compactMap { $0 as? any PreferenceRow }.filter { !$0.declared.isEmpty }
    }

    /// Returns a new widget with the rows.
    func make() -> Element {
        let group = Element(adw_preferences_group_new())
        group.reference.setGroupTitle(title)
        group.reference.setGroupDescription(description)
        for row in rows {
            adw_preferences_group_add(group.reference.cast(), row.widget)
        }
        return group
    }
}

/// Rows of a group whose content changes.
@MainActor struct GroupRows {
    private var rows: [Element] = []

    mutating func replace(with new: [Element], in group: any Widget) {
        rows.forEach { adw_preferences_group_remove(group.reference.cast(), $0.widget) }
        rows = new
        rows.forEach { adw_preferences_group_add(group.reference.cast(), $0.widget) }
    }
}
