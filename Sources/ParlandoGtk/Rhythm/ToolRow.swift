import CGtk
import ParlandoPresenters

/// Row of preparation tools, such as learning the instrument and measuring the latency, each with its last result.
@MainActor final class ToolRow: Widget {
    let reference: Reference
    private let row = Box.row(spacing: 6)
    private var buttons: [Button] = []
    private var body: (@MainActor (PageAction.Kind) -> Void)?

    init() {
        reference = row.reference
        row.align(GTK_ALIGN_CENTER)
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
        let text = tool.note.isEmpty ? tool.action.label : tool.action.label + " · " + tool.note
        let button = Button(label: "", classes: ["flat", "chip"])
        let label = Label(text, classes: ["caption"])
        label.shorten()
        gtk_button_set_child(button.reference.cast(), label.widget)
        button.setTooltip(text)
        button.onClick { [weak self] in self?.body?(tool.action.kind) }
        return button
    }
}
