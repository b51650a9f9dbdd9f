import CGtk
import ParlandoPresenters

@MainActor protocol ModelRowDelegate: AnyObject {
    func modelRow(_ row: ModelRow, didPress button: ModelRow.Press)
}

/// Row of one model: a radio button to select it, its details, and buttons to download, import, cancel or remove it.
@MainActor final class ModelRow: Widget {
    enum Press: CaseIterable {
        case choose
        case download
        case cancel
        case importFile
        case remove
    }

    weak var delegate: (any ModelRowDelegate)?

    let reference: Reference
    let name: String
    let radio = Element(gtk_check_button_new())
    private let bar = Element(gtk_progress_bar_new(), classes: ["compact"])
    private let buttons: [(Press, Button)]
    private var isRendering = false

    init(_ row: PreferencesViewState.ModelRow) {
        reference = Reference(adw_action_row_new())
        name = row.name
        buttons = Self.makeButtons(for: row.title)
        radio.align(nil, GTK_ALIGN_CENTER)
        bar.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_prefix(reference.cast(), radio.widget)
        adw_action_row_set_activatable_widget(reference.cast(), radio.widget)
        adw_action_row_add_suffix(reference.cast(), bar.widget)
        for (press, button) in buttons {
            adw_action_row_add_suffix(reference.cast(), button.widget)
            button.onClick { [weak self] in self?.tell(press) }
        }
        radio.reference.connect("toggled") { [weak self] in self?.didToggle() }
    }

    private static func makeButtons(for model: String) -> [(Press, Button)] {
        let places = ["model": model]
        return [
            (.download, "folder-download-symbolic", tr("Download {model}", places)),
            (.importFile, "document-open-symbolic", tr("Import {model} from File…", places)),
            (.cancel, "process-stop-symbolic", tr("Cancel Download of {model}", places)),
            (.remove, "user-trash-symbolic", tr("Remove {model}", places)),
        ].map { press, icon, tooltip in
            let button = Button(icon: icon, tooltip: tooltip, classes: ["flat"])
            button.align(nil, GTK_ALIGN_CENTER)
            return (press, button)
        }
    }

    func show(_ row: PreferencesViewState.ModelRow) {
        isRendering = true
        reference.setRowTitle(row.title)
        reference.setRowSubtitle(row.subtitle)
        gtk_check_button_set_active(radio.reference.cast(), row.isChosen.gboolean)
        radio.isSensitive = row.canChoose || row.isChosen
        bar.isVisible = row.fraction != nil
        gtk_progress_bar_set_fraction(bar.opaque, row.fraction ?? 0)
        for (press, button) in buttons {
            button.isVisible = Self.can(press, row)
        }
        isRendering = false
    }

    private static func can(_ press: Press, _ row: PreferencesViewState.ModelRow) -> Bool {
        switch press {
        case .choose: row.canChoose
        case .download, .importFile: row.canDownload
        case .cancel: row.canCancel
        case .remove: row.canRemove
        }
    }

    private func didToggle() {
        if !isRendering, gtk_check_button_get_active(radio.reference.cast()) != 0 {
            tell(.choose)
        }
    }

    private func tell(_ press: Press) {
        delegate?.modelRow(self, didPress: press)
    }
}
