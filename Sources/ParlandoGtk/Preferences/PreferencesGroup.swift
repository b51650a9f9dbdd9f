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

    func make() -> Element {
        let group = Element(adw_preferences_group_new())
        group.reference.setGroupTitle(title)
        group.reference.setGroupDescription(description)
        for row in rows {
            adw_preferences_group_add(group.reference.cast(), row.widget)
        }
        return group
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
    static func make(_ groups: [PreferencesGroup]) -> [Element] {
        let expert = PreferencesGroup(tr("Advanced"), groups.filter(\.isExpert).map { $0.makeExpander() })
        return groups.filter { !$0.isExpert }.map { $0.make() } + (expert.rows.isEmpty ? [] : [expert.make()])
    }
}

/// Rows that are replaced while their group is shown.
@MainActor struct GroupRows {
    private var rows: [Element] = []

    mutating func replace(with new: [Element], in group: any Widget) {
        rows.forEach { adw_preferences_group_remove(group.reference.cast(), $0.widget) }
        rows = new
        rows.forEach { adw_preferences_group_add(group.reference.cast(), $0.widget) }
    }
}

/// A list that the user maintains.
@MainActor final class EntryGroup: Widget {
    struct Entry: Equatable {
        let id: String
        let title: String
        let subtitle: String
    }

    let reference: Reference
    private let icon: String
    private let none = Element.row(tr("None"))
    private let add: Button
    private var rows = GroupRows()
    private var edit: (@MainActor (String) -> Void)?
    private var remove: (@MainActor (Entry) -> Void)?
    private var choose: (@MainActor (String) -> Void)?

    init(_ title: String, description: String, icon: String, addLabel: String) {
        self.icon = icon
        reference = Reference(adw_preferences_group_new())
        add = Button(icon: "list-add-symbolic", tooltip: addLabel, classes: ["flat"])
        reference.setGroupTitle(title)
        reference.setGroupDescription(description)
        add.align(nil, GTK_ALIGN_CENTER)
        adw_preferences_group_set_header_suffix(reference.cast(), add.widget)
        none.setClass("dim-label")
        adw_preferences_group_add(reference.cast(), none.widget)
    }

    func onAdd(_ body: @escaping @MainActor () -> Void) {
        add.onClick(body)
    }

    func onEdit(_ body: @escaping @MainActor (String) -> Void) {
        edit = body
    }

    func onRemove(_ body: @escaping @MainActor (Entry) -> Void) {
        remove = body
    }

    /// Rows that exist before this call cannot be pressed.
    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        choose = body
    }

    func show(_ entries: [Entry]) {
        none.isVisible = entries.isEmpty
        rows.replace(with: entries.map(make), in: self)
    }

    private func make(_ entry: Entry) -> Element {
        let places = ["name": entry.title]
        let edit = Button(icon: "document-edit-symbolic", tooltip: tr("Edit {name}", places), classes: ["flat"])
        let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Remove {name}", places), classes: ["flat"])
        let row = Self.row(entry.title, entry.subtitle, icon: icon, isPressed: choose != nil)
        row.addSuffixes([edit, remove])
        row.reference.connect("activated") { [weak self] in self?.choose?(entry.id) }
        edit.onClick { [weak self] in self?.edit?(entry.id) }
        remove.onClick { [weak self] in self?.remove?(entry) }
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

    let reference = Reference(adw_preferences_group_new())
    private let none = Element.row(tr("None"), tr("Parlando asks before it sends text to a service"))
    private var rows = GroupRows()
    private var withdraw: (@MainActor (String) -> Void)?

    init() {
        reference.setGroupTitle(tr("Permissions"))
        none.setClass("dim-label")
        adw_preferences_group_add(reference.cast(), none.widget)
    }

    func onWithdraw(_ body: @escaping @MainActor (String) -> Void) {
        withdraw = body
    }

    func show(_ consents: [Consent]) {
        none.isVisible = consents.isEmpty
        rows.replace(with: consents.map(make), in: self)
    }

    private func make(_ consent: Consent) -> Element {
        let button = Button(label: tr("Withdraw"))
        button.setAccessibleLabel(tr("Withdraw {service}", ["service": consent.title]))
        button.onClick { [weak self] in self?.withdraw?(consent.id) }
        return Element.row(consent.title, consent.note, suffixes: button)
    }
}
