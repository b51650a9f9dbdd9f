import CGtk
import CGtkShim
import ParlandoPresenters

@MainActor final class TerminalFoot: Widget {
    let reference: Reference
    let voice = VoiceButton()
    let previews = PreviewFields()
    let discard = Button(icon: "user-trash-symbolic", tooltip: tr("Discard Text"), classes: ["flat"])
    let send = Button(icon: "document-send-symbolic", tooltip: tr("Send to Terminal"), classes: ["flat"])
    let status = StatusLine()

    var preview: PreviewField {
        previews.front
    }

    init() {
        let column = Box.column(spacing: 4, classes: ["terminal-foot"])
        reference = column.reference
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
        column.append(status, row)
    }
}

/// Pulses while the microphone is open, unless animations are disabled.
@MainActor final class VoiceButton: Widget {
    let reference: Reference
    private let button = Button(icon: "audio-input-microphone-symbolic", tooltip: "", classes: ["voice", "circular"])
    private let spinner = Element(gtk_spinner_new())
    private let icon = Element(gtk_image_new_from_icon_name("audio-input-microphone-symbolic"))
    private let face = Element(gtk_stack_new())

    init() {
        reference = button.reference
        gtk_stack_add_named(face.opaque, icon.widget, "icon")
        gtk_stack_add_named(face.opaque, spinner.widget, "spinner")
        gtk_button_set_child(button.reference.cast(), face.widget)
        align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        button.onClick(body)
    }

    /// The button stays sensitive while a command is in progress, so that it keeps the keyboard focus.
    func show(_ state: PageButton) {
        setClass("suggested-action", state == .start)
        setClass("destructive-action", state == .stop)
        setClass("waiting", state == .wait)
        parlando_set_accessible_busy(widget, state == .wait)
        if state != .wait {
            let name = state == .stop ? "media-playback-stop-symbolic" : "audio-input-microphone-symbolic"
            gtk_image_set_from_icon_name(icon.opaque, name)
        }
        gtk_stack_set_visible_child_name(face.opaque, state == .wait ? "spinner" : "icon")
        gtk_spinner_set_spinning(spinner.opaque, (state == .wait).gboolean)
    }

    func show(isRecording: Bool) {
        setClass("pulsing", isRecording && isAnimated)
    }
}

/// The previews of all tabs. Only the one in front is on the page, so that what is typed, undone or selected in one tab
/// never affects another.
@MainActor final class PreviewFields: Widget {
    let reference: Reference
    private let slot = Box.row()
    private weak var delegate: (any TranscriptTextDelegate)?
    private var fields: [TerminalTabID: PreviewField] = [:]
    private(set) var front = PreviewField()

    init() {
        reference = slot.reference
        slot.expand(horizontal: true)
        slot.align(nil, GTK_ALIGN_CENTER)
        slot.append(front)
    }

    /// Sets the receiver of edits for existing and future fields.
    func tell(_ delegate: any TranscriptTextDelegate) {
        self.delegate = delegate
        front.text.delegate = delegate
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
        field.text.delegate = delegate
        return field
    }

    /// Nil if the tab has been closed.
    func tab(of text: TranscriptText) -> TerminalTabID? {
        fields.first { $0.value.text === text }?.key
    }
}

/// Grows with the text up to a few lines.
@MainActor final class PreviewField: Widget {
    let reference: Reference
    let text: TranscriptText
    private let hint = Label(classes: ["dim-label"])
    private static let tallest: Int32 = 110

    init() {
        text = TranscriptText(name: tr("Dictated Text"), margin: 10, hasOwnUndo: true)
        text.setClass("preview-text")
        let scroller = Element(gtk_scrolled_window_new(), classes: ["preview"])
        gtk_scrolled_window_set_child(scroller.opaque, text.widget)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, Self.tallest)
        hint.align(GTK_ALIGN_START, GTK_ALIGN_CENTER)
        hint.setMargins(horizontal: 12)
        hint.wrap()
        gtk_label_set_xalign(hint.opaque, 0)
        gtk_widget_set_can_target(hint.widget, 0)
        reference = Reference(gtk_overlay_new())
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

    func show(hint text: String) {
        hint.text = text
    }
}
