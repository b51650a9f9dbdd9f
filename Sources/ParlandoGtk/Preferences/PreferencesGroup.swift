import CGtk
import ParlandoCore
import ParlandoPresenters

/// A titled group of rows on a page of the preferences.
@MainActor struct PreferencesGroup {
    let title: String
    let rows: [any Widget]
    let description: String
    /// Whether few users need the rows. Such groups are at the end of the page, each in a row that can be expanded.
    let isExpert: Bool

    init(_ title: String, _ rows: [any Widget], description: String = "", isExpert: Bool = false) {
        self.title = title
        self.rows = rows
        self.description = description
        self.isExpert = isExpert
    }

    /// The rows that show the value of a preference.
    var preferenceRows: [any PreferenceRow] {
        rows.compactMap { $0 as? any PreferenceRow }.filter { !$0.declared.isEmpty }
    }

    /// Returns a new preferences group that contains the rows.
    func make() -> Element {
        let group = Element(adw_preferences_group_new())
        group.reference.setGroupTitle(title)
        group.reference.setGroupDescription(description)
        for row in rows {
            adw_preferences_group_add(group.reference.cast(), row.widget)
        }
        return group
    }

    /// Returns a new row that can be expanded to show the rows of the group.
    private func makeExpander() -> Element {
        let expander = Element(adw_expander_row_new())
        expander.reference.setRowTitle(title)
        expander.reference.setExpanderSubtitle(description)
        for row in rows {
            adw_expander_row_add_row(expander.reference.cast(), row.widget)
        }
        return expander
    }

    /// Returns new widgets for the groups of a page: first the ordinary groups in their order, then one group with all
    /// advanced ones, if there are any.
    static func make(_ groups: [PreferencesGroup]) -> [Element] {
        let expert = PreferencesGroup(tr("Advanced"), groups.filter(\.isExpert).map { $0.makeExpander() })
        return groups.filter { !$0.isExpert }.map { $0.make() } + (expert.rows.isEmpty ? [] : [expert.make()])
    }
}

/// Rows of a preferences group that are replaced while the group is shown.
@MainActor struct GroupRows {
    private var rows: [Element] = []

    mutating func replace(with new: [Element], in group: any Widget) {
        rows.forEach { adw_preferences_group_remove(group.reference.cast(), $0.widget) }
        rows = new
        rows.forEach { adw_preferences_group_add(group.reference.cast(), $0.widget) }
    }
}
