import CGtk
import CGtkShim
import ParlandoPresenters

@MainActor final class TerminalFoot: Panel {
    let box = Box.column(spacing: 4, classes: ["terminal-foot"])
    let voice = VoiceButton()
    let previews = PreviewFields()
    let discard = Button(icon: "user-trash-symbolic", tooltip: tr("Discard Text"), classes: ["flat"])
    let send = Button(icon: "document-send-symbolic", tooltip: tr("Send to Terminal"), classes: ["flat"])
    let status = StatusLine()

    var preview: PreviewField {
        previews.front
    }

    init() {
        let row = Box.row(spacing: 8)
        let buttons = Box.row()
        buttons.append(discard, send)
        for button in [discard, send] {
            button.align(nil, GTK_ALIGN_CENTER)
        }
        row.append(voice, previews, buttons)
        status.align(GTK_ALIGN_START)
        gtk_label_set_justify(status.opaque, GTK_JUSTIFY_LEFT)
        gtk_label_set_xalign(status.opaque, 0)
        box.append(status, row)
    }
}

/// The previews of all tabs. Only the one in front is on the page, so that what is typed, undone or selected in one tab
/// never affects another.
@MainActor final class PreviewFields: Widget {
    var onEdit: (@MainActor (String, TerminalTabID) -> Void)?

    private let slot = Box.row()
    private var fields: [TerminalTabID: PreviewField] = [:]
    private(set) var front = PreviewField()

    var reference: Reference { slot.reference }

    init() {
        slot.expand(horizontal: true)
        slot.align(nil, GTK_ALIGN_CENTER)
        slot.append(front)
        follow(front)
    }

    /// - Parameter tabs: all open tabs. The fields of others are removed.
    func show(_ tab: TerminalTabID, among tabs: [TerminalTabID]) {
        // The first tab gets the field that is on the page already.
        let field = fields[tab] ?? (fields.isEmpty ? front : make())
        fields[tab] = field
        fields = fields.filter { tabs.contains($0.key) }
        if field !== front {
            gtk_box_remove(slot.reference.cast(), front.widget)
            slot.append(field)
            front = field
        }
    }

    private func make() -> PreviewField {
        let field = PreviewField()
        follow(field)
        return field
    }

    private func follow(_ field: PreviewField) {
        field.text.onEdit = { [weak self, weak text = field.text] content in
            if let self, let text, let tab = self.tab(of: text) {
                onEdit?(content, tab)
            }
        }
    }

    /// Nil if the tab has been closed.
    func tab(of text: TranscriptText) -> TerminalTabID? {
        fields.first { $0.value.text === text }?.key
    }
}

/// Grows with the text up to a few lines.
@MainActor final class PreviewField: Widget {
    let reference = Reference(gtk_overlay_new())
    let text: TranscriptText
    let hint = Label.note("dim-label")

    init() {
        text = TranscriptText(name: tr("Dictated Text"), margin: 10, hasOwnUndo: true)
        text.setClass("preview-text")
        let scroller = Element.scroller(text, tallest: 110, classes: ["preview"])
        hint.align(GTK_ALIGN_START, GTK_ALIGN_CENTER)
        hint.setMargins(horizontal: 12)
        gtk_widget_set_can_target(hint.widget, 0)
        gtk_overlay_set_child(opaque, scroller.widget)
        gtk_overlay_add_overlay(opaque, hint.widget)
        // The field grows with a hint that needs more than one line.
        gtk_overlay_set_measure_overlay(opaque, hint.widget, 1)
        expand(horizontal: true)
        align(nil, GTK_ALIGN_CENTER)
    }

    func show(_ paragraphs: [[DictationViewState.Run]]) {
        text.show(paragraphs)
        hint.isVisible = paragraphs.isEmpty
    }

    var hasFocus: Bool {
        gtk_widget_has_focus(text.widget) != 0
    }
}
