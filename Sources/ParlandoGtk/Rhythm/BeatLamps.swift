import CGtk
import ParlandoPresenters

/// Beat lamps, one for each beat of the bar. The lamp of the current beat is filled and larger; the first lamp, whose
/// click is accented, has a second ring.
@MainActor final class BeatLamps: Widget {
    let reference: Reference
    private var beat: Int?

    init() {
        reference = Reference(gtk_drawing_area_new())
        gtk_drawing_area_set_content_height(reference.cast(), 40)
        gtk_drawing_area_set_content_width(reference.cast(), 200)
        setClass("beat-lamps")
        makePicture()
        setAccessibleLabel(tr("Beats in the bar"))
        onDraw { [weak self] in self?.draw($0, $1, $2) }
    }

    /// Shows the current beat, 0 ..< 4, or none if `beat` is nil.
    func show(beat: Int?) {
        if beat != self.beat {
            self.beat = beat
            redraw()
        }
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        let palette = Palette(of: self)
        let radius = min(height * 0.42, width / 12, 34)
        let distance = radius * 3.1
        for lamp in 0..<4 {
            let x = width / 2 + (Double(lamp) - 1.5) * distance
            draw(cairo, palette, lamp, x: x, y: height / 2, radius: radius)
        }
    }

    private func draw(
        _ cairo: OpaquePointer, _ palette: Palette, _ lamp: Int, x: Double, y: Double, radius: Double
    ) {
        let isLit = lamp == beat
        let isAccented = lamp == 0
        cairo_set_line_width(cairo, max(1.5, radius * 0.11))
        Palette.set(cairo, isLit ? palette.accent : palette.foreground, alpha: isLit ? 1 : 0.4)
        if isAccented {
            circle(cairo, x, y, radius * 0.95)
            cairo_stroke(cairo)
        }
        if isLit {
            circle(cairo, x, y, radius * (isAccented ? 0.78 : 0.9))
            cairo_fill(cairo)
        } else {
            circle(cairo, x, y, radius * 0.6)
            cairo_stroke(cairo)
        }
    }

    private func circle(_ cairo: OpaquePointer, _ x: Double, _ y: Double, _ radius: Double) {
        cairo_new_path(cairo)
        cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
    }
}
