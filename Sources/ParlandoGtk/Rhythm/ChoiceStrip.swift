import CGtk
import CGtkShim
import ParlandoPresenters

/// Row of linked toggle buttons, one of which is selected.
@MainActor final class ChoiceStrip: Widget {
    typealias Option = PreferencesViewState.Option

    let reference: Reference
    private let row = Box.row(classes: ["linked"])
    private var options: [Option] = []
    private var buttons: [Element] = []
    private var isRendering = false
    private var body: (@MainActor (String) -> Void)?

    /// - Parameter isEven: whether all buttons are as wide as the widest, if there is room.
    init(isEven: Bool = true) {
        reference = row.reference
        parlando_use_wrap_layout(row.widget, isEven ? PARLANDO_WRAP_EVEN : PARLANDO_WRAP_FILLED, 0)
    }

    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        self.body = body
    }

    /// A strip without options is hidden.
    func show(_ options: [Option], chosen: String) {
        isRendering = true
        defer { isRendering = false }
        isVisible = !options.isEmpty
        if options != self.options {
            remake(options)
        }
        for (option, button) in zip(options, buttons) {
            gtk_toggle_button_set_active(button.reference.cast(), (option.id == chosen).gboolean)
        }
    }

    func focusChosen() {
        buttons.first { gtk_toggle_button_get_active($0.reference.cast()) != 0 }?.grabFocus()
    }

    private func remake(_ options: [Option]) {
        for button in buttons {
            gtk_box_remove(row.reference.cast(), button.widget)
        }
        self.options = options
        buttons = options.map(button)
        for button in buttons {
            row.append(button)
        }
    }

    private func button(_ option: Option) -> Element {
        let button = Element(gtk_toggle_button_new())
        let label = Label(option.title)
        label.shorten()
        button.expand(horizontal: true)
        gtk_button_set_child(button.reference.cast(), label.widget)
        button.setTooltip(option.title)
        if let first = buttons.first {
            gtk_toggle_button_set_group(button.reference.cast(), first.reference.cast())
        }
        button.reference.connect("toggled") { [weak self, weak reference = button.reference] in
            guard let self, let reference, !isRendering else {
                return
            }
            if gtk_toggle_button_get_active(reference.cast()) != 0 {
                body?(option.id)
            } else {
                stayChosen(reference)
            }
        }
        return button
    }

    /// Keeps an option selected when the user presses it again.
    private func stayChosen(_ reference: Reference) {
        let isAnyActive = buttons.contains { gtk_toggle_button_get_active($0.reference.cast()) != 0 }
        if !isAnyActive {
            isRendering = true
            gtk_toggle_button_set_active(reference.cast(), 1)
            isRendering = false
        }
    }
}

/// Drop-down list of options, one of which is selected.
@MainActor final class DropDown: Widget {
    typealias Option = PreferencesViewState.Option

    let reference: Reference
    private var options: [Option] = []
    private var isRendering = false

    init() {
        reference = Reference(gtk_drop_down_new(nil, nil))
    }

    /// Names the list and the button inside it, which takes the keyboard focus.
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
