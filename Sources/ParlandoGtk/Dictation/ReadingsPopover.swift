import CGtk
import CGtkShim
import ParlandoPresenters

@MainActor protocol ReadingsPopoverDelegate: AnyObject {
    func readingsPopover(_ popover: ReadingsPopover, didChoose index: Int)
    func readingsPopover(_ popover: ReadingsPopover, didWrite text: String)
    func readingsPopoverDidPressPlay(_ popover: ReadingsPopover)
    func readingsPopoverDidClose(_ popover: ReadingsPopover)
}

/// Popover at a doubtful word: other readings, a button that plays it, and a field for what was really said.
@MainActor final class ReadingsPopover {
    weak var delegate: (any ReadingsPopoverDelegate)?
    private let popover = Element(gtk_popover_new(), classes: ["readings"])
    private let word = Label(classes: ["heading"])
    private let note = Label(classes: ["dim-label", "caption"])
    private let play = Button(icon: "audio-volume-high-symbolic", tooltip: tr("Hear the Word"), classes: ["flat"])
    private let others = Box.column()
    private let entry = Element(gtk_entry_new())
    private let accept = Button(icon: "object-select-symbolic", tooltip: tr("Replace the Word"), classes: ["flat"])
    private var buttons: [Button] = []
    private var shown: DictationViewState.Readings?

    init(over holder: any Widget) {
        let column = Box.column(spacing: 6)
        let head = Box.row(spacing: 6)
        for label in [word, note] {
            label.wrap()
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_max_width_chars(label.opaque, 28)
        }
        word.expand(horizontal: true)
        head.append(word, play)
        let own = Box.row(spacing: 6)
        entry.expand(horizontal: true)
        entry.setAccessibleLabel(tr("What Was Said"))
        gtk_entry_set_placeholder_text(entry.reference.cast(), tr("Something else"))
        own.append(entry, accept)
        column.append(head, note, others, own)
        gtk_popover_set_child(popover.reference.cast(), column.widget)
        gtk_widget_set_parent(popover.widget, holder.widget)
        connect()
    }

    private func connect() {
        play.onClick { [weak self] in
            if let self {
                delegate?.readingsPopoverDidPressPlay(self)
            }
        }
        accept.onClick { [weak self] in self?.write() }
        entry.reference.connect("activate") { [weak self] in self?.write() }
        entry.reference.connect("changed") { [weak self] in self?.enableAccept() }
        popover.reference.connect("closed") { [weak self] in self?.didClose() }
    }

    /// - Parameter place: of the word, relative to the popover's parent, in application pixels.
    func show(_ readings: DictationViewState.Readings?, at place: GdkRectangle) {
        let isSame = readings?.place == shown?.place && readings?.word == shown?.word
        shown = readings
        guard let readings else {
            return gtk_popover_popdown(popover.reference.cast())
        }
        play.isVisible = readings.canPlay
        guard !isSame else {
            return
        }
        word.text = readings.word
        note.text = readings.note
        popover.setAccessibleLabel(readings.title)
        fill(readings.others)
        gtk_editable_set_text(entry.opaque, readings.others.isEmpty ? readings.word : "")
        enableAccept()
        var place = place
        gtk_popover_set_pointing_to(popover.reference.cast(), &place)
        gtk_popover_popup(popover.reference.cast())
        if let first = buttons.first {
            first.grabFocus()
        } else {
            entry.grabFocus()
        }
    }

    private func fill(_ texts: [String]) {
        for button in buttons {
            gtk_box_remove(others.reference.cast(), button.widget)
        }
        buttons = texts.enumerated().map { index, text in
            let button = Button(label: text, classes: ["flat", "reading"])
            button.onClick { [weak self] in
                if let self {
                    delegate?.readingsPopover(self, didChoose: index)
                }
            }
            return button
        }
        for button in buttons {
            others.append(button)
        }
    }

    private var written: String {
        String(cString: gtk_editable_get_text(entry.opaque))
    }

    private func enableAccept() {
        let text = written
        accept.isSensitive = text.contains { !$0.isWhitespace } && text != shown?.word
    }

    private func write() {
        if accept.isSensitive {
            delegate?.readingsPopover(self, didWrite: written)
        }
    }

    private func didClose() {
        if shown != nil {
            shown = nil
            delegate?.readingsPopoverDidClose(self)
        }
    }
}
