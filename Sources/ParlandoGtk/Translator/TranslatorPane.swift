import CGtk
import CGtkShim
import ParlandoPresenters

/// One side of the translator, source or target: its text, and buttons to play, stop and copy it.
@MainActor final class TranslatorPane: Widget {
    typealias State = TranslatorViewState.Pane

    let reference: Reference
    let text = PaneText()
    let listen = Button(icon: "audio-volume-high-symbolic", tooltip: "", classes: ["flat"])
    let stop = Button(icon: "media-playback-stop-symbolic", tooltip: tr("Stop Speech"), classes: ["flat"])
    let copy: Button
    private let earlier = Label(classes: ["dim-label", "earlier"])
    private let played = Label(classes: ["dim-label", "caption", "numeric"])

    /// - Parameters:
    ///   - copyTooltip: tooltip of the copy button.
    ///   - extras: buttons that only this side has, at the end of its row of buttons.
    ///   - note: widget with information on the text, placed before the copy button.
    init(copyTooltip: String, extras: [any Widget], note: (any Widget)? = nil) {
        let column = Box.column(classes: ["card", "translator-pane"])
        reference = column.reference
        copy = Button(icon: "edit-copy-symbolic", tooltip: copyTooltip, classes: ["flat"])
        let foot = Box.row(spacing: 2, classes: ["pane-foot"])
        played.expand(horizontal: true)
        played.align(GTK_ALIGN_START)
        foot.append(listen, stop, played)
        if let note {
            foot.append(note)
        }
        foot.append(copy)
        for extra in extras {
            foot.append(extra)
        }
        earlier.wrap()
        earlier.shorten()
        gtk_label_set_lines(earlier.opaque, 2)
        gtk_label_set_xalign(earlier.opaque, 0)
        gtk_label_set_selectable(earlier.opaque, 1)
        column.append(earlier, text, foot)
    }

    func show(_ change: Change<State>) {
        change.on(\.isRightToLeft) { isRightToLeft in
            text.show(isRightToLeft: isRightToLeft)
            parlando_set_right_to_left(earlier.widget, isRightToLeft)
        }
        change.on(\.earlier) { words in
            earlier.text = words
            earlier.isVisible = !words.isEmpty
        }
        change.on(\.isEditable) { text.show(isEditable: $0) }
        change.on(\.text) { text.show($0) }
        change.on(\.placeholder) { text.show(placeholder: $0) }
        change.on(\.name) { text.show(name: $0) }
        change.on(\.isTentative) { text.show(isTentative: $0) }
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
