import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

/// Where a rhythm is written with buttons or keys. The bars scroll, and the end stays in sight.
@MainActor final class RhythmWriter {
    /// Gets keys, those of the buttons too (`RhythmDraft`).
    var onType: (@MainActor (String) -> Void)?

    let box = Box.column(spacing: 12)
    let hear = Button(label: tr("Hear It"))
    let use = Button(label: tr("Use This Rhythm"), classes: ["suggested-action"])
    private let music = Box.column(spacing: 2)
    private let scroller: Element
    private let status = StatusLine()
    private let values = Box.row()
    private let marks = ChoiceStrip()
    private let rest = ToggleButton(label: tr("Rest"), tooltip: tr("Rest"))
    private let remove = Button(icon: "edit-clear-symbolic", tooltip: tr("Remove Last Note"))
    private var bars: [NotationRow] = []
    private var cells: [PatternCell] = []

    init() {
        // Four bars.
        scroller = .scroller(music, tallest: 280)
        Reference(gtk_scrolled_window_get_vadjustment(scroller.opaque)).connect("changed") { [weak self] in
            self?.showEnd()
        }
        let last = Box.row()
        parlando_use_wrap_layout(values.widget, PARLANDO_WRAP_CENTRED, 6)
        parlando_use_wrap_layout(last.widget, PARLANDO_WRAP_CENTRED, 6)
        last.append(rest, remove, hear, use)
        rest.setShortcut("0")
        rest.onToggle { [weak self] _ in self?.onType?("0") }
        remove.onClick { [weak self] in self?.onType?("\u{8}") }
        marks.onChoose = { [weak self] key in self?.onType?(key) }
        box.append(scroller, status, values, marks, last)
    }

    private func showEnd() {
        let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
    }

    func show(_ draft: RhythmDraft, _ state: PracticeBookState) {
        if cells.isEmpty {
            cells = state.values.map(PatternCell.init)
            for (cell, value) in zip(cells, state.values) {
                cell.onClick { [weak self] in self?.onType?(value.pattern.id) }
                values.append(cell)
            }
        }
        let (old, rows) = (bars, draft.rows)
        bars = rows.indices.map { old.indices.contains($0) ? old[$0] : NotationRow() }
        music.replace(Array(old.dropFirst(bars.count)), with: Array(bars.dropFirst(old.count)))
        zip(bars, rows).forEach { $0.show($1) }
        marks.show(state.marks, chosen: draft.mark)
        rest.show(draft.isRest)
        status.show(draft.status)
        hear.isSensitive = draft.canUse
        use.isSensitive = draft.canUse
    }

    func focus() {
        cells.first?.grabFocus()
    }
}
