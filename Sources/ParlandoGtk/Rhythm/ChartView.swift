import CGtk
import ParlandoPresenters

/// Bar chart. The bars start at the bottom, or at a middle line if they may point up and down.
@MainActor final class ChartView: Widget {
    let reference: Reference
    private let title = Label(classes: ["caption-heading"])
    private let scale = Label(classes: ["dim-label", "caption", "numeric"])
    private let drawing = Element(gtk_drawing_area_new(), classes: ["chart"])
    private let hasMiddle: Bool
    private var chart = RhythmReport.Chart()

    /// - Parameter hasMiddle: whether bars start at a middle line and may also point downwards.
    init(hasMiddle: Bool) {
        self.hasMiddle = hasMiddle
        let column = Box.column(spacing: 2)
        reference = column.reference
        let head = Box.row(spacing: 8)
        gtk_label_set_xalign(title.opaque, 0)
        title.wrap()
        title.expand(horizontal: true)
        head.append(title, scale)
        gtk_drawing_area_set_content_height(drawing.reference.cast(), 100)
        gtk_drawing_area_set_content_width(drawing.reference.cast(), 280)
        drawing.expand(horizontal: true)
        drawing.makePicture()
        drawing.onDraw { [weak self] in self?.draw($0, $1, $2) }
        column.append(head, drawing)
    }

    func show(_ chart: RhythmReport.Chart) {
        title.text = chart.title
        scale.text = chart.scale
        drawing.setAccessibleLabel(chart.name)
        self.chart = chart
        drawing.redraw()
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        let palette = Palette(of: drawing)
        let room = height - 18
        let base = hasMiddle ? room / 2 : room
        let left = hasMiddle ? widest(chart.above, chart.below) + 12 : 0
        let step = (width - left) / Double(max(chart.bars.count, 1))
        let thick = min(step * 0.72, 26)
        Palette.set(cairo, palette.foreground, alpha: 0.25)
        NotationSigns.box(cairo, 0, base - 0.5, width, base + 0.5)
        for (index, bar) in chart.bars.enumerated() {
            let x = left + (Double(index) + 0.5) * step
            let reach = (hasMiddle ? room / 2 : room) * bar.height
            Palette.set(cairo, palette.accent, alpha: bar.isStrong ? 1 : 0.6)
            if reach != 0 {
                let end = base - reach
                let (top, bottom) = (min(base, end), max(base, end))
                NotationSigns.box(cairo, x - thick / 2, top, x + thick / 2, max(bottom, top + 1.5))
            }
            write(bar.label, cairo, palette, x: x, y: room + 3)
        }
        write(chart.above, cairo, palette, x: left / 2, y: room / 4 - 8)
        write(chart.below, cairo, palette, x: left / 2, y: room * 3 / 4 - 8)
    }

    /// Returns the width of the widest of these texts, in pixels.
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

    /// Calls `body` with the Pango layout of a text and its width in pixels.
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
