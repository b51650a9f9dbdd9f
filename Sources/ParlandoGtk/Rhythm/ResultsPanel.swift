import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

/// Panel with the results of an exercise.
@MainActor final class ResultsPanel: Widget {
    let reference: Reference
    let again = Button(label: tr("Again"), classes: ["pill", "suggested-action"])
    let change = Button(label: tr("Change Exercise"), classes: ["pill"])
    let done = Button(label: tr("Done"), classes: ["pill"])
    private let accuracy = Label(classes: ["accuracy", "numeric"])
    private let formula = Label(classes: ["dim-label", "caption"])
    private let counts = Box.row()
    private let timing = Label(classes: ["numeric"])
    private let time = Label(classes: ["dim-label", "numeric"])
    private let histogram = ChartView(hasMiddle: false)
    private let places = ChartView(hasMiddle: true)
    private let accuracyByDay = ChartView(hasMiddle: false)
    private let biasByDay = ChartView(hasMiddle: true)
    private var tiles: [CountTile] = []

    init() {
        let column = Box.column(spacing: 8, classes: ["results"])
        reference = column.reference
        // The panel takes the initial focus. If a button had it, a late last stroke on the keyboard would press that
        // button.
        gtk_widget_set_focusable(column.widget, 1)
        parlando_set_status_role(accuracy.widget)
        formula.wrap()
        gtk_label_set_justify(formula.opaque, GTK_JUSTIFY_CENTER)
        timing.wrap()
        parlando_use_wrap_layout(counts.widget, PARLANDO_WRAP_EVEN, 0)
        column.append(accuracy, formula, counts, line(), charts(), buttons())
        column.align(nil, GTK_ALIGN_CENTER)
    }

    private func line() -> Box {
        let row = Box.row()
        parlando_use_wrap_layout(row.widget, PARLANDO_WRAP_CENTRED, 16)
        row.append(timing, time)
        return row
    }

    private func charts() -> Element {
        let flow = Element(gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(flow.opaque, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(flow.opaque, 2)
        gtk_flow_box_set_column_spacing(flow.opaque, 24)
        gtk_flow_box_set_row_spacing(flow.opaque, 6)
        gtk_flow_box_set_homogeneous(flow.opaque, 1)
        for chart in [histogram, places, accuracyByDay, biasByDay] {
            gtk_flow_box_append(flow.opaque, chart.widget)
            gtk_widget_set_focusable(gtk_widget_get_parent(chart.widget), 0)
        }
        return flow
    }

    private func buttons() -> Box {
        let row = Box.row(classes: ["results-buttons"])
        parlando_use_wrap_layout(row.widget, PARLANDO_WRAP_CENTRED, 8)
        row.append(again, change, done)
        return row
    }

    func focus() {
        grabFocus()
    }

    func show(_ report: RhythmReport) {
        accuracy.text = report.accuracy
        formula.text = report.formula
        setAccessibleLabel(report.spoken)
        timing.text = report.timing
        time.text = report.time
        histogram.show(report.histogram)
        places.show(report.places)
        show(report.accuracyByDay, in: accuracyByDay)
        show(report.biasByDay, in: biasByDay)
        for tile in tiles {
            gtk_box_remove(counts.reference.cast(), tile.widget)
        }
        tiles = report.counts.map(CountTile.init)
        for tile in tiles {
            counts.append(tile)
        }
    }
}

extension ResultsPanel {
    private func show(_ chart: RhythmReport.Chart?, in view: ChartView) {
        chart.map(view.show)
        // Hides the parent, which the flow box has created for the chart; otherwise a gap would remain.
        gtk_widget_set_visible(gtk_widget_get_parent(view.widget), (chart != nil).gboolean)
    }
}

/// Tile that shows how often one grade was given.
@MainActor private final class CountTile: Widget {
    let reference: Reference
    private let shape = Element(gtk_drawing_area_new())
    private let grade: Grade

    init(_ count: RhythmReport.Count) {
        grade = count.grade
        let column = Box.column(classes: ["count-tile"])
        reference = column.reference
        // Each tile gets the width of its label and an equal share of the remaining space, because labels differ in
        // length.
        column.expand(horizontal: true)
        let number = Label(count.number, classes: ["count-number", "numeric"])
        let label = Label(count.label, classes: ["caption", "dim-label"])
        gtk_drawing_area_set_content_width(shape.reference.cast(), 16)
        gtk_drawing_area_set_content_height(shape.reference.cast(), 16)
        let head = Box.row(spacing: 6)
        head.align(GTK_ALIGN_CENTER)
        head.append(shape, number)
        column.append(head, label)
        shape.onDraw { [weak self] in self?.draw($0, $1, $2) }
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        Palette.set(cairo, Palette(of: shape).colour(of: grade))
        GradeShape.draw(cairo, grade, isEarly: false, x: width / 2, y: height / 2, radius: 6)
    }
}
