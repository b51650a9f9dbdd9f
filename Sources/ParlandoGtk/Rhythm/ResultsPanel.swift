import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

@MainActor final class ResultsPanel: Panel {
    let box = Box.column()
    let again = Button(label: tr("Again"), classes: ["pill", "suggested-action"])
    let next = Button(label: tr("Next Exercise"), classes: ["pill"])
    let practise = Button(label: tr("Practice These Bars"), classes: ["pill"])
    let change = Button(label: tr("Change Exercise"), classes: ["pill"])
    let done = Button(label: tr("Done"), classes: ["pill"])
    private let body = Box.column(spacing: 18, classes: ["results"])
    private let set = Label.centred("dim-label", "caption", "numeric")
    private let inTime = Label.centred("accuracy", "numeric")
    private let accuracy = Label(classes: ["accuracy", "numeric"])
    private let formula = Label.note()
    private let counts = Box.row()
    private let timing = Label(classes: ["numeric"])
    private let time = Label(classes: ["dim-label", "numeric"])
    private let notes = Label.centred("numeric")
    private let comparison = ChoiceStrip()
    private let charts = [ChartView(), ChartView()]
    private var tiles: [CountTile] = []
    private var comparisons: [(title: String, charts: [RhythmReport.Chart])] = []

    init() {
        // If a button had the initial focus, a late last stroke on the keyboard would press it.
        gtk_widget_set_focusable(body.widget, 1)
        parlando_set_role(inTime.widget, GTK_ACCESSIBLE_ROLE_STATUS)
        timing.wrap()
        next.setTooltip(tr("Next Exercise"))
        next.setShortcut("N")
        parlando_use_wrap_layout(counts.widget, PARLANDO_WRAP_EVEN, 0)
        comparison.align(GTK_ALIGN_CENTER)
        comparison.onChoose = { [weak self] title in self?.showCharts(title) }
        let pair = Box.row()
        parlando_use_wrap_layout(pair.widget, PARLANDO_WRAP_EVEN, 24)
        charts.forEach { pair.append($0) }
        let head = Box.wrapping(16, inTime, accuracy, Label(tr("accuracy"), classes: ["dim-label"]), help())
        body.append(head, counts, Box.wrapping(16, set, timing, time), notes, comparison, pair)
        body.align(nil, GTK_ALIGN_CENTER)
        let scroller = Element.scroller(Element.clamp(body, width: 860), tallest: -1)
        scroller.expand(vertical: true)
        let buttons = Box.wrapping(8, again, next, practise, change, done)
        buttons.setClass("results-buttons")
        box.append(scroller, buttons)
    }

    private func help() -> Element {
        let button = Element(gtk_menu_button_new(), classes: ["flat"])
        gtk_menu_button_set_icon_name(button.opaque, "help-about-symbolic")
        // The part that takes the focus.
        Element(gtk_widget_get_first_child(button.widget)).setTooltip(tr("How Accuracy Is Calculated"))
        button.align(nil, GTK_ALIGN_CENTER)
        let popover = Element(gtk_popover_new())
        gtk_label_set_max_width_chars(formula.opaque, 30)
        formula.setMargins(horizontal: 12, top: 12, bottom: 12)
        gtk_popover_set_child(popover.reference.cast(), formula.widget)
        gtk_menu_button_set_popover(button.opaque, popover.widget)
        return button
    }

    func focus() {
        body.grabFocus()
    }

    func show(set caption: String) {
        set.text = caption
        (set.isVisible, next.isVisible) = (!caption.isEmpty, !caption.isEmpty)
    }

    func show(_ report: RhythmReport) {
        comparisons = report.comparisons
        inTime.show(report.inTime)
        accuracy.text = report.accuracy
        formula.text = report.formula
        body.setAccessibleLabel(report.spoken)
        timing.text = report.timing
        time.text = report.time
        notes.show(report.notes)
        practise.isVisible = !report.drill.isEmpty
        gtk_widget_set_tooltip_text(practise.widget, report.drill)
        showCharts(comparisons.first?.title)
        let old = tiles
        tiles = report.counts.map(CountTile.init)
        counts.replace(old, with: tiles)
    }
}

extension ResultsPanel {
    /// The charts of this exercise, or those that compare it with others.
    private func showCharts(_ title: String?) {
        let titles = comparisons.count > 1 ? comparisons.map(\.title) : []
        comparison.show(.init(options: titles.map { .init($0, $0) }, chosen: title ?? ""))
        let shown = comparisons.first { $0.title == title }?.charts ?? []
        for (index, view) in charts.enumerated() {
            view.isVisible = index < shown.count
            shown.indices.contains(index) ? view.show(shown[index]) : ()
        }
    }
}

/// How often one grade was given.
@MainActor private final class CountTile: Panel {
    let box = Box.column(classes: ["count-tile"])
    private let shape = Element.drawing(width: 16, height: 16)
    private let grade: Grade

    init(_ count: RhythmReport.Count) {
        grade = count.grade
        // Each tile gets the width of its label and an equal share of the rest.
        box.expand(horizontal: true)
        let number = Label(count.number, classes: ["count-number", "numeric"])
        let label = Label(count.label, classes: ["caption", "dim-label"])
        let head = Box.row(spacing: 6)
        head.align(GTK_ALIGN_CENTER)
        head.append(shape, number)
        box.append(head, label)
        shape.onDraw { [weak self] in self?.draw($0, $1, $2) }
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        Palette.set(cairo, Palette(of: shape).colour(of: grade))
        GradeShape.draw(cairo, grade, isEarly: false, x: width / 2, y: height / 2, radius: 6)
    }
}

@MainActor final class ChartView: Panel {
    let box = Box.column(spacing: 6)
    private let title = Label.note("caption-heading")
    private let scale = Label(classes: ["dim-label", "caption", "numeric"])
    private let drawing = Element.drawing(width: 280, height: 100, classes: ["chart"])
    private var chart: RhythmReport.Chart?

    init() {
        let head = Box.row(spacing: 8)
        title.expand(horizontal: true)
        head.append(title, scale)
        drawing.expand(horizontal: true)
        drawing.makePicture()
        drawing.onDraw { [weak self] in self?.draw($0, $1, $2) }
        box.append(head, drawing)
    }

    func show(_ chart: RhythmReport.Chart) {
        title.text = chart.title
        scale.text = chart.scale
        drawing.setAccessibleLabel(chart.name)
        self.chart = chart
        drawing.redraw()
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        guard let chart else {
            return
        }
        let palette = Palette(of: drawing)
        // Bars start at a middle line and may also point downwards.
        let hasMiddle = !chart.above.isEmpty
        let room = height - 18
        let base = hasMiddle ? room / 2 : room
        let left = hasMiddle ? widest(chart.above, chart.below) + 12 : 0
        let step = (width - left) / Double(max(chart.bars.count, 1))
        let thick = min(step * 0.72, 26)
        Palette.set(cairo, palette.foreground, alpha: 0.25)
        NotationSigns.box(cairo, 0, base - 0.5, width, base + 0.5)
        var written = -Double.infinity
        for (index, bar) in chart.bars.enumerated() {
            let x = left + (Double(index) + 0.5) * step
            let reach = (hasMiddle ? room / 2 : room) * bar.height
            Palette.set(cairo, palette.accent, alpha: bar.isStrong ? 1 : 0.6)
            if reach != 0 {
                let end = base - reach
                let (top, bottom) = (min(base, end), max(base, end))
                NotationSigns.box(cairo, x - thick / 2, top, x + thick / 2, max(bottom, top + 1.5))
            }
            // Where there is room.
            let half = widest(bar.label) / 2
            if x - half > written {
                write(bar.label, cairo, palette, x: x, y: room + 3)
                written = half > 0 ? x + half + 4 : written
            }
        }
        write(chart.above, cairo, palette, x: left / 2, y: room / 4 - 8)
        write(chart.below, cairo, palette, x: left / 2, y: room * 3 / 4 - 8)
    }

    private func widest(_ texts: String...) -> Double {
        var most = 0.0
        for text in texts {
            withLayout(of: text) { most = max(most, $1) }
        }
        return most
    }

    private func write(_ text: String, _ cairo: OpaquePointer, _ palette: Palette, x: Double, y: Double) {
        withLayout(of: text) { layout, width in
            Palette.set(cairo, palette.foreground, alpha: 0.7)
            cairo_move_to(cairo, x - width / 2, y)
            pango_cairo_show_layout(cairo, layout)
        }
    }

    private func withLayout(of text: String, _ body: (OpaquePointer, Double) -> Void) {
        guard !text.isEmpty, let layout = gtk_widget_create_pango_layout(drawing.widget, text) else {
            return
        }
        var width: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, nil)
        body(layout, Double(width))
        g_object_unref(UnsafeMutableRawPointer(layout))
    }
}
