import CGtk
import CGtkShim
import ParlandoPresenters

/// Row of linked toggle buttons, one of which is selected.
@MainActor final class ChoiceStrip: Widget {
    typealias Option = PreferencesViewState.Option

    var onChoose: (@MainActor (String) -> Void)?

    private let row = Box.row(classes: ["linked"])
    private var options: [Option] = []
    private var buttons: [Element] = []

    var reference: Reference { row.reference }

    /// - Parameter isEven: whether all buttons are as wide as the widest, if there is room.
    init(isEven: Bool = true) {
        parlando_use_wrap_layout(row.widget, isEven ? PARLANDO_WRAP_EVEN : PARLANDO_WRAP_FILLED, 0)
    }

    /// A strip without options is hidden.
    func show(_ selection: RhythmChoices.Selection) {
        isVisible = !selection.options.isEmpty
        Rendering.run {
            if selection.options != options {
                remake(selection.options)
            }
            for (option, button) in zip(options, buttons) {
                gtk_toggle_button_set_active(button.reference.cast(), (option.id == selection.chosen).gboolean)
            }
        }
    }

    func focusChosen() {
        buttons.first { gtk_toggle_button_get_active($0.reference.cast()) != 0 }?.grabFocus()
    }

    private func remake(_ options: [Option]) {
        let old = buttons
        self.options = options
        buttons = options.map(button)
        // What is chosen stays so when it is pressed again.
        for button in buttons.dropFirst() {
            gtk_toggle_button_set_group(button.reference.cast(), buttons[0].reference.cast())
        }
        row.replace(old, with: buttons)
    }

    private func button(_ option: Option) -> Element {
        let button = Element(gtk_toggle_button_new())
        let label = Label(option.title)
        label.shorten()
        button.expand(horizontal: true)
        gtk_button_set_child(button.reference.cast(), label.widget)
        button.setTooltip(option.title)
        button.reference.connectUser("toggled") { [weak self, weak reference = button.reference] in
            if let self, let reference, gtk_toggle_button_get_active(reference.cast()) != 0 {
                onChoose?(option.id)
            }
        }
        return button
    }
}

extension Box {
    /// A row whose parts are centred, below each other where it is too narrow.
    /// - Parameter shortens: labels, before a part gets a line of its own.
    static func wrapping(_ spacing: Int32, shortens: Bool = false, _ parts: any Widget...) -> Box {
        let row = Box.row()
        parlando_use_wrap_layout(row.widget, shortens ? PARLANDO_WRAP_SHORTENED : PARLANDO_WRAP_CENTRED, spacing)
        parts.forEach { row.append($0) }
        return row
    }
}

/// Drop-down list of options, one of which is selected.
@MainActor final class DropDown: Widget {
    typealias Option = PreferencesViewState.Option

    let reference = Reference(gtk_drop_down_new(nil, nil))
    private var options: [Option] = []

    /// Names the list and the button inside it, which takes the keyboard focus.
    func name(_ label: String) {
        setAccessibleLabel(label)
        if let button = gtk_widget_get_first_child(widget) {
            Element(button).setAccessibleLabel(label)
        }
    }

    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        reference.connectUser("notify::selected") { [weak self] in
            guard let self else {
                return
            }
            let index = Int(gtk_drop_down_get_selected(opaque))
            if options.indices.contains(index) {
                body(options[index].id)
            }
        }
    }

    func show(_ selection: RhythmChoices.Selection) {
        show(selection.options, chosen: selection.chosen)
    }

    func show(_ options: [Option], chosen: String) {
        Rendering.run {
            if options != self.options {
                self.options = options
                let titles = ChoiceRow.titles(of: options)
                gtk_drop_down_set_model(opaque, titles.opaque)
            }
            gtk_drop_down_set_selected(opaque, guint(options.firstIndex { $0.id == chosen } ?? 0))
        }
    }
}
