import CGtk
import CGtkShim
import ParlandoPresenters

/// Row of preparation tools, such as learning the instrument and measuring the latency, each with its last result.
@MainActor final class ToolRow: Widget {
    let reference: Reference
    private let row = Box.row()
    private var buttons: [Button] = []
    private var body: (@MainActor (PageAction.Kind) -> Void)?

    init() {
        reference = row.reference
        parlando_use_wrap_layout(row.widget, PARLANDO_WRAP_CENTRED, 6)
    }

    func onPress(_ body: @escaping @MainActor (PageAction.Kind) -> Void) {
        self.body = body
    }

    func show(_ tools: [RhythmViewState.Tool]) {
        for button in buttons {
            gtk_box_remove(row.reference.cast(), button.widget)
        }
        buttons = tools.map(button)
        for button in buttons {
            row.append(button)
        }
        isVisible = !tools.isEmpty
    }

    private func button(_ tool: RhythmViewState.Tool) -> Button {
        let button = Button(label: "", classes: ["flat", "chip"])
        let label = Label(tool.label, classes: ["caption"])
        label.shorten()
        gtk_button_set_child(button.reference.cast(), label.widget)
        button.setTooltip(tool.label)
        button.onClick { [weak self] in self?.body?(tool.action.kind) }
        return button
    }
}
