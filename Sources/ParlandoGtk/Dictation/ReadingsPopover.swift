import CGtk
import CGtkShim
import ParlandoPresenters

/// Popover at a doubtful word: other readings, a button that plays it, and a field for what was really said.
@MainActor final class ReadingsPopover {
    enum Event {
        case write(String)
        case play
        case close
    }

    var onEvent: (@MainActor (Event) -> Void)?

    private let popover = Element(gtk_popover_new(), classes: ["readings"])
    private let word = Label.note("heading")
    private let note = Label.note("dim-label", "caption")
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
        play.onClick { [weak self] in self?.onEvent?(.play) }
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
        entry.typed = readings.others.isEmpty ? readings.word : ""
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
        let old = buttons
        buttons = texts.map { text in
            let button = Button(label: text, classes: ["flat", "reading"])
            button.onClick { [weak self] in self?.onEvent?(.write(text)) }
            return button
        }
        others.replace(old, with: buttons)
    }

    private func enableAccept() {
        let text = entry.typed
        accept.isSensitive = text.contains { !$0.isWhitespace } && text != shown?.word
    }

    private func write() {
        if accept.isSensitive {
            onEvent?(.write(entry.typed))
        }
    }

    private func didClose() {
        if shown != nil {
            shown = nil
            onEvent?(.close)
        }
    }
}
