import CGtk
import CGtkShim
import ParlandoPresenters

/// Finds words in the text below it and, if it may, replaces them.
@MainActor final class FindBar: Panel {
    var onCommand: (@MainActor (FindCommand) -> Void)?

    let box = Box.column(spacing: 6, classes: ["find-bar"])
    private let found: FoundMarks?
    private let entry = Element(gtk_search_entry_new())
    private let previous = Button(icon: "go-up-symbolic", tooltip: tr("Previous Match"), classes: ["flat"])
    private let next = Button(icon: "go-down-symbolic", tooltip: tr("Next Match"), classes: ["flat"])
    private let matchCase = ToggleButton(label: tr("Aa"), tooltip: tr("Match Case"), classes: ["flat"])
    private let replaces = ToggleButton(
        icon: "edit-find-replace-symbolic", tooltip: tr("Find and Replace"), classes: ["flat"])
    private let close = Button(icon: "window-close-symbolic", tooltip: tr("Close Search"), classes: ["flat"])
    private let other = Element(gtk_entry_new())
    private let replace = Button(label: tr("Replace"))
    private let replaceAll = Button(label: tr("Replace All"))
    private let replacing = Box.row()
    private let status = StatusLine()
    private var shown: FindViewState?

    /// - Parameter found: marks the matches; nil for a terminal, which does so itself and can match the case.
    init(name: String, _ found: FoundMarks? = nil, canReplace: Bool = false) {
        self.found = found
        let row = Box.row(spacing: 2)
        entry.expand(horizontal: true)
        entry.setAccessibleLabel(name)
        other.setAccessibleLabel(tr("Replace With"))
        gtk_entry_set_placeholder_text(other.reference.cast(), tr("Replace With"))
        for field in [entry, other] {
            gtk_editable_set_width_chars(field.opaque, 6)
        }
        row.append(entry, previous, next, matchCase, replaces, close)
        matchCase.isVisible = found == nil
        replaces.isVisible = canReplace
        replacing.append(other, replace, replaceAll)
        parlando_use_wrap_layout(replacing.widget, PARLANDO_WRAP_FILLED, 6)
        replacing.isVisible = false
        status.align(GTK_ALIGN_START)
        box.append(row, replacing, status)
        isVisible = false
        connect()
    }

    private func connect() {
        entry.reference.connect("search-changed") { [weak self] in self?.find { .find($0) } }
        for signal in ["activate", "next-match"] {
            entry.reference.connect(signal) { [weak self] in self?.goOn() }
        }
        entry.reference.connect("previous-match") { [weak self] in self?.goBack() }
        next.onClick { [weak self] in self?.goOn() }
        previous.onClick { [weak self] in self?.goBack() }
        close.onClick { [weak self] in self?.send(.close) }
        matchCase.onToggle { [weak self] isOn in self?.send(.matchCase(isOn)) }
        replaces.onToggle { [weak self] isOn in self?.setReplacing(isOn) }
        other.reference.connect("activate") { [weak self] in self?.write { .replace($0) } }
        replace.onClick { [weak self] in self?.write { .replace($0) } }
        replaceAll.onClick { [weak self] in self?.write { .replaceAll($0) } }
        onEvent(GTK_PHASE_CAPTURE) { [weak self] event in self?.handles(InputEvent(event)) ?? false }
    }

    // MARK: Input

    /// Moves the cursor to the match that the command leads to. When the bar is closed, the match is selected.
    private func send(_ command: FindCommand) {
        let former = shown?.place
        onCommand?(command)
        if let place = command == .close ? former : shown?.place {
            found?.reveal(place, selects: command == .close)
        }
        if command == .close {
            found?.view.grabFocus()
        }
    }

    private func find(_ command: (String) -> FindCommand) {
        send(command(entry.typed))
    }

    private func write(_ command: (String) -> FindCommand) {
        send(command(other.typed))
    }

    func open() {
        send(.open(at: found?.position ?? 0))
        focus()
    }

    func goOn() {
        isVisible ? find { .next($0) } : open()
    }

    func goBack() {
        isVisible ? find { .previous($0) } : open()
    }

    /// Handles Shift+Enter for the previous match, and Escape to close the bar.
    private func handles(_ event: InputEvent) -> Bool {
        guard event.kind == .keyDown else {
            return false
        }
        if event.isEnter, event.isShiftHeld, hasFocus {
            goBack()
            return true
        }
        if event.value == GDK_KEY_Escape {
            send(.close)
            return true
        }
        return false
    }

    // MARK: Showing

    /// Call also when the text has changed.
    func show(_ find: FindViewState?) {
        if find != nil || shown != nil {
            found?.show(find)
        }
        shown = find
        isVisible = find != nil
        guard let find else {
            return
        }
        matchCase.show(find.isCaseSensitive)
        entry.setClass("error", find.isMissing)
        replace.isSensitive = find.canReplace
        replaceAll.isSensitive = find.canReplace
        status.show(find.status)
        status.isVisible = !find.status.isEmpty
    }

    func focus() {
        entry.grabFocus()
        gtk_editable_select_region(entry.opaque, 0, -1)
    }

    private func setReplacing(_ isOn: Bool) {
        replacing.isVisible = isOn
        (isOn ? other : entry).grabFocus()
    }

    /// Shows the field for what is written in place of the matches, or hides it.
    func toggleReplacing() {
        replacing.isVisible.toggle()
        replaces.show(replacing.isVisible)
    }

    var hasFocus: Bool {
        gtk_widget_get_state_flags(entry.widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }
}

/// Marks what was found in a text view: underlined, and the current match twice, so that color is not the only sign.
@MainActor final class FoundMarks {
    let view: EditedText
    private let tags: TranscriptTags?
    private let found: UnsafeMutablePointer<GtkTextTag>
    private let current: UnsafeMutablePointer<GtkTextTag>

    /// - Parameter tags: nil if there are no timestamps, which are not searched.
    init(_ view: EditedText, _ tags: TranscriptTags? = nil) {
        self.view = view
        self.tags = tags
        found = parlando_found_tag(view.buffer, false)
        current = parlando_found_tag(view.buffer, true)
    }

    /// In characters of the text without timestamps.
    var position: Int {
        var cursor = view.cursor
        let offset = Int(gtk_text_iter_get_offset(&cursor))
        return tags?.position(of: cursor) ?? offset
    }

    func show(_ find: FindViewState?) {
        view.mark(inBuffer(find?.matches ?? []), with: found)
        view.mark(inBuffer(find?.place.map { [$0] } ?? []), with: current)
    }

    /// Moves the cursor to a match, and scrolls there, also if the text is only a part of what is scrolled.
    func reveal(_ match: Range<Int>, selects: Bool) {
        guard let range = inBuffer([match]).first else {
            return
        }
        var start = view.place(of: range.lowerBound)
        var end = selects ? view.place(of: range.upperBound) : start
        gtk_text_buffer_select_range(view.buffer, &end, &start)
        let mark = gtk_text_buffer_get_insert(view.buffer)
        gtk_text_view_scroll_to_mark(view.reference.cast(), mark, 0.1, 0, 0, 0)
        guard let around = gtk_widget_get_ancestor(view.widget, gtk_scrolled_window_get_type()) else {
            return
        }
        let scroller = Element(around)
        let area = view.area(from: start, to: end, in: scroller)
        let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        let height = gtk_adjustment_get_page_size(adjustment)
        if area.y < 0 || Double(area.y + area.height) > height {
            gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + Double(area.y) - height / 3)
        }
    }

    private func inBuffer(_ ranges: [Range<Int>]) -> [Range<Int>] {
        tags?.inBuffer(ranges) ?? ranges
    }
}
