import CGtk

/// Ring around the record button that grows with the loudness of a voice or an instrument.
///
/// GTK's frame clock drives the animation: the ring grows quickly and shrinks slowly. No frame is requested once the
/// target level is reached.
@MainActor final class LevelRing: Widget {
    let reference: Reference
    private var target = 0.0
    private var shown = 0.0
    private var isTicking = false
    private var lastFrame: Int64 = 0

    /// - Parameter side: width and height of the drawing area, in application pixels; the ring never extends beyond it.
    init(side: Int32, name: String) {
        reference = Reference(gtk_drawing_area_new())
        gtk_drawing_area_set_content_width(reference.cast(), side)
        gtk_drawing_area_set_content_height(reference.cast(), side)
        setClass("level-ring")
        setAccessibleLabel(name)
        onDraw { [weak self] cairo, width, height in self?.draw(cairo, width, height) }
    }

    /// Sets the target level, 0…1.
    func show(level: Double) {
        target = min(max(level, 0), 1)
        guard isAnimated else {
            shown = target
            gtk_widget_queue_draw(widget)
            return
        }
        if !isTicking, shown != target {
            isTicking = true
            lastFrame = 0
            onTick { [weak self] time in self?.step(time) ?? false }
        }
    }

    private func step(_ time: Int64) -> Bool {
        let seconds = lastFrame == 0 ? 1.0 / 60 : Double(time - lastFrame) / 1_000_000
        let constant = target > shown ? 0.04 : 0.18  // time constant in seconds (about 63 % of the way)
        shown += (target - shown) * min(1, seconds / constant)
        let hasArrived = abs(target - shown) < 0.004
        if hasArrived {
            shown = target
        }
        isTicking = !hasArrived
        lastFrame = time
        gtk_widget_queue_draw(widget)
        return isTicking
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        guard shown > 0 else {
            return
        }
        var colour = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour)
        let button = Double(RecordButton.side) / 2
        let reach = min(width, height) / 2 - button
        circle(cairo, width, height, radius: button + reach * (0.25 + 0.75 * shown), colour, alpha: 0.13)
        circle(cairo, width, height, radius: button + reach * (0.12 + 0.5 * shown), colour, alpha: 0.22)
    }

    private func circle(
        _ cairo: OpaquePointer, _ width: Double, _ height: Double, radius: Double, _ colour: GdkRGBA, alpha: Double
    ) {
        let (red, green, blue) = (Double(colour.red), Double(colour.green), Double(colour.blue))
        cairo_set_source_rgba(cairo, red, green, blue, alpha * min(1, shown * 6))
        cairo_arc(cairo, width / 2, height / 2, radius, 0, 2 * .pi)
        cairo_fill(cairo)
    }
}
