import CGtk
import ParlandoCore
import ParlandoPresenters

@MainActor struct PreferencesGroup {
    let title: String
    let rows: [any Widget]
    let description: String
    /// Few users need the rows: they are at the end of the page, each group in an expander.
    let isExpert: Bool

    init(_ title: String, _ rows: [any Widget], description: String = "", isExpert: Bool = false) {
        self.title = title
        self.rows = rows
        self.description = description
        self.isExpert = isExpert
    }

    var preferenceRows: [any PreferenceRow] {
        rows.compactMap { $0 as? any PreferenceRow }.filter { !$0.declared.isEmpty }
    }

    func make() -> RowGroup {
        RowGroup(title, description: description, rows)
    }

    private func makeExpander() -> Element {
        let expander = Element(adw_expander_row_new())
        expander.reference.setRowTitle(title)
        expander.reference.setExpanderSubtitle(description)
        for row in rows {
            adw_expander_row_add_row(expander.reference.cast(), row.widget)
        }
        return expander
    }

    /// The ordinary groups in their order, then one with all advanced ones.
    static func make(_ groups: [PreferencesGroup]) -> [RowGroup] {
        let expert = PreferencesGroup(tr("Advanced"), groups.filter(\.isExpert).map { $0.makeExpander() })
        return groups.filter { !$0.isExpert }.map { $0.make() } + (expert.rows.isEmpty ? [] : [expert.make()])
    }
}

/// Rows that are replaced while their group is shown.
@MainActor struct GroupRows {
    let group: RowGroup
    private let none: Element
    private var rows: [Element] = []

    /// - Parameter none: shown if there are no rows.
    init(_ group: RowGroup, none: Element) {
        self.group = group
        self.none = none
        none.setClass("dim-label")
        group.add(none)
    }

    mutating func replace(with new: [Element]) {
        none.isVisible = new.isEmpty
        for row in rows {
            group.remove(row)
        }
        rows = new
        for row in new {
            group.add(row)
        }
    }
}

/// A list that the user maintains.
@MainActor final class EntryGroup: Widget {
    var onEdit: (@MainActor (String) -> Void)?
    var onRemove: (@MainActor (ListEntry) -> Void)?
    /// Rows that exist before it is set cannot be pressed.
    var onChoose: (@MainActor (String) -> Void)?

    let add: Button
    private let icon: String
    private var rows: GroupRows

    var reference: Reference { rows.group.reference }

    init(_ title: String, description: String, icon: String, addLabel: String) {
        self.icon = icon
        add = Button(icon: "list-add-symbolic", tooltip: addLabel, classes: ["flat"])
        rows = GroupRows(RowGroup(title, description: description), none: .row(tr("None")))
        rows.group.setSuffix(add)
    }

    func show(_ entries: [ListEntry]) {
        rows.replace(with: entries.map(make))
    }

    private func make(_ entry: ListEntry) -> Element {
        let places = ["name": entry.title]
        let edit = Button(icon: "document-edit-symbolic", tooltip: tr("Edit {name}", places), classes: ["flat"])
        let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Remove {name}", places), classes: ["flat"])
        let row = Self.row(entry.title, entry.subtitle, icon: icon, isPressed: onChoose != nil)
        row.addSuffixes([edit, remove])
        row.reference.connect("activated") { [weak self] in self?.onChoose?(entry.id) }
        edit.onClick { [weak self] in self?.onEdit?(entry.id) }
        remove.onClick { [weak self] in self?.onRemove?(entry) }
        return row
    }

    /// Shows the texts without interpreting markup.
    ///
    /// - Parameter isPressed: whether a click or Enter presses the row.
    static func row(_ title: String, _ subtitle: String, icon: String, isPressed: Bool) -> Element {
        let row = Element.row(title, subtitle)
        let image = Element(gtk_image_new_from_icon_name(icon))
        adw_action_row_add_prefix(row.reference.cast(), image.widget)
        gtk_list_box_row_set_activatable(row.reference.cast(), isPressed.gboolean)
        return row
    }
}

/// The services to which text may be sent without asking.
@MainActor final class ConsentGroup: Widget {
    typealias Consent = TranslatorPreferencesState.Consent

    var onWithdraw: (@MainActor (String) -> Void)?

    private var rows = GroupRows(
        RowGroup(tr("Permissions")),
        none: .row(tr("None"), tr("Parlando asks before it sends text to a service")))

    var reference: Reference { rows.group.reference }

    func show(_ consents: [Consent]) {
        rows.replace(with: consents.map(make))
    }

    private func make(_ consent: Consent) -> Element {
        let button = Button(label: tr("Withdraw"))
        button.setAccessibleLabel(tr("Withdraw {service}", ["service": consent.title]))
        button.onClick { [weak self] in self?.onWithdraw?(consent.id) }
        return Element.row(consent.title, consent.note, suffixes: button)
    }
}
