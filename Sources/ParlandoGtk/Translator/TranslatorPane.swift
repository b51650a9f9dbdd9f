import CGtk
import CGtkShim
import ParlandoPresenters

/// The source text or the translation, with buttons to play, stop and copy it.
@MainActor final class TranslatorPane: Panel {
    typealias State = TranslatorViewState.Pane

    let box = Box.column(classes: ["card", "translator-pane"])
    let text = PaneText()
    let listen = Button(icon: "audio-volume-high-symbolic", tooltip: "", classes: ["flat"])
    let stop = Button(icon: "media-playback-stop-symbolic", tooltip: tr("Stop Speech"), classes: ["flat"])
    let copy: Button
    private let earlier = Label.note("dim-label")
    private let earlierScroller: Element
    private let caution = Label.note("dim-label", "caption", "caution")
    private let played = Label(classes: ["dim-label", "caption", "numeric"])

    /// - Parameters:
    ///   - extras: widgets that only this pane has, at the end of its row of buttons.
    ///   - note: widget with information on the text, placed before the copy button.
    init(copyTooltip: String, extras: [any Widget], note: (any Widget)? = nil) {
        earlierScroller = .scroller(earlier, tallest: 110, classes: ["earlier"])
        copy = Button(icon: "edit-copy-symbolic", tooltip: copyTooltip, classes: ["flat"])
        let foot = Box.row(classes: ["pane-foot"])
        parlando_use_wrap_layout(foot.widget, PARLANDO_WRAP_ENDS, 2)
        let playback = Box.row(spacing: 2)
        playback.append(listen, stop, played)
        foot.append(playback)
        if let note {
            foot.append(note)
        }
        foot.append(copy)
        for extra in extras {
            foot.append(extra)
        }
        gtk_label_set_yalign(earlier.opaque, 0)
        gtk_label_set_selectable(earlier.opaque, 1)
        earlierScroller.isVisible = false
        caution.isVisible = false
        box.append(earlierScroller, text, caution, foot)
    }

    func show(_ change: Change<State>) {
        change.on(\.isRightToLeft) { isRightToLeft in
            text.show(isRightToLeft: isRightToLeft)
            parlando_set_right_to_left(earlier.widget, isRightToLeft)
        }
        change.on(\.earlier) { words in
            earlier.text = words
            earlierScroller.isVisible = !words.isEmpty
        }
        change.on(\.caution) { caution.show($0) }
        change.on(\.isEditable) { text.show(isEditable: $0) }
        change.on(\.text) { text.show($0) }
        change.on(\.placeholder) { text.show(placeholder: $0) }
        change.on(\.name) { text.show(name: $0) }
        change.on(\.isInterim) { text.show(isInterim: $0) }
        change.on(\.listen) { listen.setIcon(Self.icon($0)) }
        change.on(\.listenLabel) { listen.setTooltip($0) }
        change.on(\.canListen) { listen.isSensitive = $0 }
        change.on(\.canStop) { stop.isVisible = $0 }
        change.on(\.played) { played.text = $0 }
        change.on(\.canCopy) { copy.isSensitive = $0 }
    }

    private static func icon(_ listen: TranslatorViewState.Listen) -> String {
        switch listen {
        case .play: "audio-volume-high-symbolic"
        case .pause: "media-playback-pause-symbolic"
        case .resume: "media-playback-start-symbolic"
        }
    }
}

/// Text view with a placeholder.
///
/// An update replaces only the changed end, so that the cursor and a selection are kept while a translation arrives.
@MainActor final class PaneText: Widget {
    var onEdit: (@MainActor (String) -> Void)?

    let reference = Reference(gtk_overlay_new())
    let view = EditedText("translator-text", horizontal: 16, top: 14, bottom: 8, inside: 3, below: 0)
    private let placeholder = Label.note("dim-label", "translator-placeholder")

    init() {
        let scroller = Element.scroller(view)
        gtk_scrolled_window_set_min_content_height(scroller.opaque, 56)
        gtk_overlay_set_child(opaque, scroller.widget)
        gtk_overlay_add_overlay(opaque, placeholder.widget)
        gtk_overlay_set_measure_overlay(opaque, placeholder.widget, 1)
        expand(horizontal: true, vertical: true)
        placeholder.align(GTK_ALIGN_FILL, GTK_ALIGN_START)
        gtk_widget_set_can_target(placeholder.widget, 0)
        // The label is only visual: assistive technologies read the placeholder property of the text view.
        placeholder.setMargins(horizontal: 16, top: 14)
        view.onChange = { [weak self] in self?.showPlaceholder() }
        view.onEdit = { [weak self] in
            if let self {
                onEdit?(view.content)
            }
        }
    }

    func focus() {
        view.grabFocus()
    }

    // MARK: Showing

    func show(_ text: String) {
        // This state was made before the presenter received the latest edits; a newer state will follow.
        guard !view.isUntold else {
            return
        }
        let old = view.content
        guard text != old else {
            return showPlaceholder()
        }
        let kept = zip(old.unicodeScalars, text.unicodeScalars).prefix { $0 == $1 }.count
        view.render { buffer in
            var end = GtkTextIter()
            buffer.truncate(at: kept)
            gtk_text_buffer_get_end_iter(buffer, &end)
            gtk_text_buffer_insert(buffer, &end, String(text.unicodeScalars.dropFirst(kept)), -1)
        }
        showPlaceholder()
    }

    func show(placeholder text: String) {
        placeholder.text = text
        parlando_set_accessible_placeholder(view.widget, text)
        showPlaceholder()
    }

    func show(name: String) {
        view.setAccessibleLabel(name)
    }

    func show(isEditable: Bool) {
        view.setEditable(isEditable, showsCursor: isEditable, undoes: isEditable)
    }

    func show(isRightToLeft: Bool) {
        parlando_set_right_to_left(view.widget, isRightToLeft)
        gtk_label_set_xalign(placeholder.opaque, isRightToLeft ? 1 : 0)
    }

    func show(isInterim: Bool) {
        view.setClass("interim", isInterim)
    }

    func show(isLarge: Bool) {
        view.setClass("large-text", isLarge)
        placeholder.setClass("large-text", isLarge)
    }

    private func showPlaceholder() {
        placeholder.isVisible = gtk_text_buffer_get_char_count(view.buffer) == 0
    }
}
