import CGtk
import ParlandoPresenters

/// Drop-down list of options, one of which is selected.
@MainActor final class DropDown: Widget {
    typealias Option = PreferencesViewState.Option

    let reference: Reference
    private var options: [Option] = []
    private var isRendering = false

    init() {
        reference = Reference(gtk_drop_down_new(nil, nil))
    }

    /// Sets the accessible name of the list and of the button inside it, which takes the keyboard focus.
    func name(_ label: String) {
        setAccessibleLabel(label)
        if let button = gtk_widget_get_first_child(widget) {
            Element(button).setAccessibleLabel(label)
        }
    }

    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        reference.connect("notify::selected") { [weak self] in
            guard let self, !isRendering else {
                return
            }
            let index = Int(gtk_drop_down_get_selected(opaque))
            if options.indices.contains(index) {
                body(options[index].id)
            }
        }
    }

    func show(_ options: [Option], chosen: String) {
        isRendering = true
        defer { isRendering = false }
        if options != self.options {
            self.options = options
            let list = Reference(owned: gtk_string_list_new(nil))
            for option in options {
                gtk_string_list_append(list.opaque, option.title)
            }
            gtk_drop_down_set_model(opaque, list.opaque)
        }
        gtk_drop_down_set_selected(opaque, guint(options.firstIndex { $0.id == chosen } ?? 0))
    }
}
