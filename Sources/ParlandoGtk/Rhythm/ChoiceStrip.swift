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

    /// - Parameter isEven: whether all buttons are as wide as the widest, if there is room. Otherwise each is as wide
    ///   as its own label.
    init(isEven: Bool = true) {
        reference = row.reference
        parlando_use_wrap_layout(row.widget, isEven ? PARLANDO_WRAP_EVEN : PARLANDO_WRAP_FILLED, 0)
    }

    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        self.body = body
    }

    /// Shows the options and selects the one with the ID `chosen`. A strip without options is hidden.
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
