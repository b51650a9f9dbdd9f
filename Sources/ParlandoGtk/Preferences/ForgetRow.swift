import CGtk
import ParlandoPresenters

/// Row that shows a measured or learned value, with a button that deletes it.
@MainActor final class ForgetRow: Widget {
    let reference: Reference
    private let button: Button

    init(_ title: String) {
        reference = Reference(adw_action_row_new())
        button = Button(icon: "user-trash-symbolic", tooltip: tr("Forget {what}", ["what": title]), classes: ["flat"])
        reference.setRowTitle(title)
        adw_action_row_set_subtitle_lines(reference.cast(), 4)
        button.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(reference.cast(), button.widget)
    }

    func onForget(_ body: @escaping @MainActor () -> Void) {
        button.onClick(body)
    }

    func show(_ text: String, canForget: Bool) {
        reference.setRowSubtitle(text)
        button.isSensitive = canForget
    }
}
