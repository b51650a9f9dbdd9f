import CGtk
import ParlandoPresenters

/// Group with models on this computer or to be downloaded: speech models or services, one of which is selected, or
/// natural voices.
@MainActor final class ModelGroup: Widget {
    typealias Model = PreferencesViewState.ModelRow

    /// With the identifier of the model.
    var onPressModel: (@MainActor (ModelPress, String) -> Void)?

    let group: RowGroup
    private let isChoice: Bool
    private let namesModels: Bool
    private let labels: @MainActor (String) -> [ModelPress: String]
    private var rows: [ModelRow] = []

    var reference: Reference { group.reference }

    /// - Parameters:
    ///   - namesModels: whether the technical name of a model is in the tooltip of its row.
    ///   - labels: tooltips of the buttons in the row of a model with this title; a button without one is missing.
    init(
        _ title: String, description: String = "", isChoice: Bool = false, namesModels: Bool = true,
        labels: @escaping @MainActor (String) -> [ModelPress: String] = { _ in [:] }
    ) {
        self.isChoice = isChoice
        self.namesModels = namesModels
        self.labels = labels
        group = RowGroup(title, description: description)
    }

    func show(_ models: [Model]) {
        if models.map(\.id) != rows.map(\.id) {
            remake(models)
        }
        for (row, model) in zip(rows, models) {
            row.show(model)
        }
    }

    private func remake(_ models: [Model]) {
        rows.forEach { group.remove($0) }
        rows = models.map { model in
            ModelRow(model, labels(model.title), isChoice: isChoice) { [weak self] press in
                self?.onPressModel?(press, model.id)
            }
        }
        for row in rows {
            if let radio = row.radio, let first = rows.first, let firstRadio = first.radio, first !== row {
                gtk_check_button_set_group(radio.reference.cast(), firstRadio.reference.cast())
            }
            gtk_widget_set_tooltip_text(row.widget, namesModels ? row.id : nil)
            group.add(row)
        }
    }
}

@MainActor private final class ModelRow: Widget {
    private static let icons: [(ModelPress, String)] = [
        (.listen, "media-playback-start-symbolic"), (.download, "folder-download-symbolic"),
        (.importFile, "document-open-symbolic"), (.cancel, "process-stop-symbolic"), (.remove, "user-trash-symbolic"),
    ]

    let reference = Reference(adw_action_row_new())
    let id: String
    let radio: Element?
    private let bar = Element(gtk_progress_bar_new(), classes: ["compact"])
    private let buttons: [(ModelPress, Button)]

    init(
        _ model: ModelGroup.Model, _ labels: [ModelPress: String], isChoice: Bool,
        press: @escaping @MainActor (ModelPress) -> Void
    ) {
        id = model.id
        radio = isChoice ? Element(gtk_check_button_new()) : nil
        let labels = labels.merging([.cancel: model.cancelLabel]) { $1 }
        buttons = Self.icons.compactMap { kind, icon in
            labels[kind].map { (kind, Button(icon: icon, tooltip: $0, classes: ["flat"])) }
        }
        if let radio {
            radio.align(nil, GTK_ALIGN_CENTER)
            adw_action_row_add_prefix(reference.cast(), radio.widget)
            adw_action_row_set_activatable_widget(reference.cast(), radio.widget)
            radio.reference.connectUser("toggled") { [weak self] in
                if let radio = self?.radio, gtk_check_button_get_active(radio.reference.cast()) != 0 {
                    press(.choose)
                }
            }
        }
        addSuffixes([bar] + buttons.map { $0.1 as any Widget })
        for (kind, button) in buttons {
            button.onClick { press(kind) }
        }
    }

    func show(_ model: ModelGroup.Model) {
        reference.setRowTitle(model.title)
        reference.setRowSubtitle(model.subtitle)
        if let radio {
            Rendering.run { gtk_check_button_set_active(radio.reference.cast(), model.isChosen.gboolean) }
            radio.isSensitive = model.canChoose || model.isChosen
        }
        bar.isVisible = model.fraction != nil
        gtk_progress_bar_set_fraction(bar.opaque, model.fraction ?? 0)
        for (kind, button) in buttons {
            button.isVisible = Self.can(kind, model)
        }
    }

    private static func can(_ press: ModelPress, _ model: ModelGroup.Model) -> Bool {
        switch press {
        case .choose: model.canChoose
        case .listen: model.canListen
        case .download, .importFile: model.canDownload
        case .cancel: model.canCancel
        case .remove: model.canRemove
        }
    }
}
