import CGtk
import ParlandoPresenters

/// Panel for choosing a translation service, shown on the empty page as long as the chosen service cannot be used. The
/// panel also shows the command that installs what is missing.
@MainActor final class TranslatorSetupPanel: Widget {
    let reference: Reference
    let enter = Button(label: "", classes: ["suggested-action", "pill"])
    private let group = Element(adw_preferences_group_new())
    private let need = Label()
    private let command = Label(classes: ["monospace"])
    private let link = Element(gtk_link_button_new(""))
    private var rows: [RadioRow] = []
    private var choose: (@MainActor (String) -> Void)?

    init() {
        let column = Box.column(spacing: 12)
        reference = column.reference
        group.reference.setGroupTitle(tr("Choose a Translation Service"))
        need.wrap()
        gtk_label_set_justify(need.opaque, GTK_JUSTIFY_CENTER)
        command.wrap()
        gtk_label_set_justify(command.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_selectable(command.opaque, 1)
        for button in [enter.reference, link.reference] {
            Element(button).align(GTK_ALIGN_CENTER)
        }
        column.setMargins(horizontal: 12, top: 12, bottom: 12)
        column.append(group, need, command, enter, link)
    }

    /// Calls `body` with the identifier of the service whenever the user chooses one.
    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        choose = body
    }

    /// Shows the services to choose from, or hides the panel if `setup` is nil.
    func show(_ setup: TranslatorSetup?) {
        isVisible = setup != nil
        guard let setup else {
            return
        }
        if setup.services.map(\.id) != rows.map(\.id) {
            remake(setup.services.map(\.id))
        }
        for (row, service) in zip(rows, setup.services) {
            row.show(service.title, service.note, isChosen: service.isChosen)
        }
        need.text = setup.need
        command.text = setup.command
        command.isVisible = !setup.command.isEmpty
        enter.setLabel(setup.button)
        link.isVisible = !setup.link.isEmpty
        gtk_link_button_set_uri(link.opaque, setup.link)
        gtk_button_set_label(link.reference.cast(), setup.linkLabel)
    }

    private func remake(_ services: [String]) {
        rows.forEach { adw_preferences_group_remove(group.reference.cast(), $0.widget) }
        rows = []
        for id in services {
            let row = RadioRow(id, besides: rows.first)
            row.onChoose { [weak self] in self?.choose?($0) }
            adw_preferences_group_add(group.reference.cast(), row.widget)
            rows.append(row)
        }
    }
}
