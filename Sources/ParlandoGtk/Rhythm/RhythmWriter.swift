import CGtk
import ParlandoCore
import ParlandoPresenters

/// Where a rhythm is written with buttons or keys. The bars scroll, and the end stays in sight.
@MainActor final class RhythmWriter {
    /// Gets the keys of buttons (`RhythmDraft`).
    var onType: (@MainActor (String) -> Void)?

    let box = Box.column(spacing: 12)
    let hear = Button(label: "")
    let use = Button(label: tr("Use This Rhythm"), classes: ["suggested-action"])
    private let music = Box.column(spacing: 2)
    private let scroller: Element
    private let status = StatusLine()
    let meter = DropDown()
    private let marks = ChoiceStrip()
    private var chosen = RhythmChoices.Selection()
    private let rest = ToggleButton(label: tr("Rest"), tooltip: tr("Rest"))
    private let remove = Button(icon: "edit-clear-symbolic", tooltip: tr("Remove Last Note"))
    private var bars: [NotationRow] = []
    private let cells = PracticeWording.values.map { PatternCell($0, height: 72) }

    init() {
        // Four bars.
        scroller = .scroller(music, tallest: 280)
        Reference(gtk_scrolled_window_get_vadjustment(scroller.opaque)).connect("changed") { [weak self] in
            self?.showEnd()
        }
        let (values, last) = (Box.wrapping(6), Box.wrapping(6, meter, rest, remove, hear, use))
        for (cell, value) in zip(cells, PracticeWording.values) {
            cell.onClick { [weak self] in self?.onType?(value.pattern.id) }
            values.append(cell)
        }
        meter.name(tr("Time Signature"))
        rest.setShortcut("0")
        rest.onToggle { [weak self] _ in self?.onType?("0") }
        remove.onClick { [weak self] in self?.onType?("\u{8}") }
        marks.onChoose = { [weak self] key in
            self?.onType?(key)
            // A tuplet that is not whole yet keeps its mark.
            self.map { $0.marks.show($0.chosen) }
        }
        box.append(scroller, status, values, marks, last)
    }

    private func showEnd() {
        let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
    }

    func show(_ draft: RhythmDraft) {
        let (old, rows) = (bars, draft.rows)
        bars = rows.indices.map { old.indices.contains($0) ? old[$0] : NotationRow() }
        music.replace(Array(old.dropFirst(bars.count)), with: Array(bars.dropFirst(old.count)))
        zip(bars, rows).forEach { $0.show($1) }
        meter.show(draft.meters)
        chosen = draft.marks
        marks.show(chosen)
        rest.show(draft.isRest)
        status.show(draft.status)
        use.isSensitive = draft.canUse
    }

    func focus() {
        cells.first?.grabFocus()
    }
}
