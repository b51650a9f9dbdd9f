import CGtk
import ParlandoPresenters

/// Preferences group with the services to which text may be sent without asking. The user can withdraw each permission.
@MainActor final class ConsentGroup: Widget {
    typealias Consent = TranslatorPreferencesState.Consent

    let reference = Reference(adw_preferences_group_new())
    private let none = Element(adw_action_row_new())
    private var rows = GroupRows()
    private var withdraw: (@MainActor (String) -> Void)?

    init() {
        reference.setGroupTitle(tr("Permissions"))
        none.reference.setRowTitle(tr("None"))
        none.reference.setRowSubtitle(tr("Parlando asks before it sends text to a service"))
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
        let row = Element(adw_action_row_new())
        row.reference.setRowTitle(consent.title)
        row.reference.setRowSubtitle(consent.note)
        let button = Button(label: tr("Withdraw"))
        button.setAccessibleLabel(tr("Withdraw {service}", ["service": consent.title]))
        button.align(nil, GTK_ALIGN_CENTER)
        button.onClick { [weak self] in self?.withdraw?(consent.id) }
        adw_action_row_add_suffix(row.reference.cast(), button.widget)
        return row
    }
}
