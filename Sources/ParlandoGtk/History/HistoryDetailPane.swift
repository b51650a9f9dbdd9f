import CGtk
import CGtkShim
import ParlandoPresenters

/// One entry of the history, with buttons for what can be done with it.
@MainActor final class HistoryDetailPane: Panel {
    let box = Box.column(classes: ["history-pane"])
    let header = Element(adw_header_bar_new(), classes: ["flat"])
    let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"), classes: ["flat"])
    let edit = ToggleButton(icon: "document-edit-symbolic", tooltip: tr("Edit Text"), classes: ["flat"])
    let translator = Button(
        icon: "preferences-desktop-locale-symbolic", tooltip: tr("Open in Translator"), classes: ["flat"])
    let copy = Button(icon: "edit-copy-symbolic", tooltip: tr("Copy"), classes: ["flat"])
    let export = Button(icon: "document-save-symbolic", tooltip: tr("Save…"), classes: ["flat"])
    let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Delete"), classes: ["flat"])
    let play = Button(icon: "media-playback-start-symbolic", tooltip: tr("Play"), classes: ["circular"])
    let proceed = Button(label: tr("Continue on the Page"), classes: ["flat"])
    let again = Button(label: tr("Transcribe Again"), classes: ["flat"])
    let restore = Button(label: tr("Restore Original"), classes: ["flat"])
    let text = HistoryText(name: tr("Text"))
    private(set) lazy var find = FindBar(name: tr("Find in Text"), text.found)
    private(set) lazy var readings = ReadingsPopover(over: self)
    private let translation = HistoryText(name: tr("Translation"))
    private let separator = Element(gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    var onRename: (@MainActor (String) -> Void)?
    /// With a position in seconds.
    var onSeek: (@MainActor (Double) -> Void)?
    private let title = Element(gtk_entry_new(), classes: ["history-title"])
    private let caption = Label.note("dim-label", "caption", "numeric")
    private let position = Label(classes: ["numeric", "caption"], xalign: 0)
    /// The arrow keys move it by five seconds.
    private let seek = Element(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 5))
    private let note = Label.note("caption")
    private let player = Box.row(spacing: 10)
    private let bar = Box.column(spacing: 6, classes: ["history-player"])
    private let empty = Element.statusPage(icon: "document-open-recent-symbolic", title: tr("No Entry Selected"))
    private let content = Element(gtk_stack_new())
    private var shown: HistoryViewState.Detail?

    init() {
        let name = Label()
        adw_header_bar_set_title_widget(header.opaque, name.widget)
        header.pack(start: [back, edit, translator], end: [remove, export, copy])
        content.addPages(("empty", empty), ("entry", makeEntry()))
        content.expand(horizontal: true, vertical: true)
        box.append(header, content)
        setUpTitle()
    }

    private func makeEntry() -> Box {
        let texts = Box.column()
        separator.setMargins(horizontal: 18, top: 6, bottom: 6)
        texts.append(text, separator, translation)
        let scroller = Element.scroller(texts)
        scroller.expand(vertical: true)
        caption.setMargins(horizontal: 18, bottom: 6)
        seek.expand(horizontal: true)
        seek.setAccessibleLabel(tr("Position"))
        seek.reference.connectUser("value-changed") { [weak self] in
            if let self {
                onSeek?(gtk_range_get_value(seek.reference.cast()))
            }
        }
        player.append(play, seek, position)
        let actions = Box.row()
        parlando_use_wrap_layout(actions.widget, PARLANDO_WRAP_CENTRED, 6)
        actions.append(proceed, again, restore)
        bar.append(note, player, actions)
        let entry = Box.column()
        entry.append(title, caption, find, scroller, bar)
        return entry
    }

    private func setUpTitle() {
        title.setAccessibleLabel(tr("Title"))
        gtk_entry_set_has_frame(title.reference.cast(), 0)
        title.reference.connect("activate") { [weak self] in
            self?.tellTitle()
            self?.text.grabFocus()
        }
        if let focus = gtk_event_controller_focus_new() {
            let controller = Reference(focus)
            controller.connect("leave") { [weak self] in self?.tellTitle() }
            gtk_widget_add_controller(title.widget, focus)
        }
    }

    /// Reports what the user has typed but not confirmed yet.
    func tellChanges() {
        text.tellEdits()
        tellTitle()
    }

    private func tellTitle() {
        let text = title.typed
        if let shown, shown.canRename, text != shown.title {
            self.shown?.title = text
            onRename?(text)
        }
    }

    /// - Parameter hasEntries: if false, nothing is shown in place of a missing entry.
    func show(_ detail: HistoryViewState.Detail?, hasEntries: Bool) {
        empty.isVisible = hasEntries
        content.showPage(detail == nil ? "empty" : "entry")
        for button in [copy, export, remove] {
            button.isVisible = detail != nil
        }
        edit.isVisible = detail?.canEdit ?? false
        translator.isVisible = detail?.isTranslation ?? false
        let old = shown
        shown = detail
        guard let detail else {
            return
        }
        show(title: detail, insteadOf: old)
        caption.text = detail.caption
        edit.show(detail.isEditing)
        text.isEditable = detail.isEditing
        text.show(isRightToLeft: detail.isTextRightToLeft)
        text.show(detail.text)
        text.show(doubtful: detail.doubtful)
        text.show(marked: detail.marked)
        if detail.readings != old?.readings {
            let area = detail.readings.map { text.area(of: $0.place, in: self) }
            readings.show(detail.readings, at: area ?? GdkRectangle())
        }
        for part in [translation, separator] as [any Widget] {
            part.isVisible = detail.translation != nil
        }
        translation.show(isRightToLeft: detail.isTranslationRightToLeft)
        translation.show(detail.translation ?? "")
        show(player: detail)
        if detail.isEditing, old?.isEditing == false {
            text.grabFocus()
        }
    }

    private func show(title detail: HistoryViewState.Detail, insteadOf old: HistoryViewState.Detail?) {
        // The field is changed only if the entry or title has changed; otherwise text that is being typed would be
        // lost.
        if old?.id != detail.id || old?.title != detail.title {
            title.typed = detail.title
        }
        gtk_entry_set_placeholder_text(title.reference.cast(), detail.usualTitle)
        gtk_editable_set_editable(title.opaque, detail.canRename.gboolean)
        gtk_widget_set_can_focus(title.widget, detail.canRename.gboolean)
    }

    private func show(player detail: HistoryViewState.Detail) {
        note.show(detail.note)
        player.isVisible = detail.canPlay
        Rendering.run {
            gtk_range_set_range(seek.reference.cast(), 0, max(1, detail.duration))
            gtk_range_set_value(seek.reference.cast(), detail.seconds)
        }
        play.setIcon(detail.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
        play.setTooltip(detail.playLabel)
        position.text = detail.position
        proceed.isVisible = detail.canContinue
        again.isVisible = detail.repeatLabel != nil
        again.setLabel(detail.repeatLabel ?? "")
        restore.isVisible = detail.canRestore
        let parts = [player, proceed, again, restore] as [any Widget]
        bar.isVisible = !detail.note.isEmpty || parts.contains { $0.isVisible }
    }
}
