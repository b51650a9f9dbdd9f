import CGtk
import ParlandoCore
import ParlandoPresenters

/// One bar of notation, with a position mark below it that follows the sound.
///
/// The mark is a drawing of its own, so that the notes need not be painted again while it moves.
@MainActor final class NotationRow: Widget {
    typealias Row = RhythmViewState.Row

    let reference: Reference
    private let bar = Element(gtk_drawing_area_new(), classes: ["notation"])
    private let mark = Element(gtk_drawing_area_new(), classes: ["beat-mark"])
    private var row: Row?
    /// Playback position within this bar in ticks, or nil if the position is in another bar.
    private var tick: Double?
    private var drawnX: Double?
    private var scale = NotationScale(width: 1, ticks: 1)
    private var space = 1.0

    init() {
        let column = Box.column()
        reference = column.reference
        gtk_drawing_area_set_content_height(bar.reference.cast(), 56)
        gtk_drawing_area_set_content_height(mark.reference.cast(), 8)
        bar.expand(horizontal: true, vertical: true)
        bar.makePicture()
        column.append(bar, mark)
        bar.onDraw { [weak self] in self?.draw($0, $1, $2) }
        mark.onDraw { [weak self] cairo, _, height in self?.drawMark(cairo, height) }
    }

    /// Shows a bar, or an empty row if `row` is nil.
    func show(_ row: Row?) {
        guard row != self.row else {
            return
        }
        self.row = row
        bar.setAccessibleLabel(row?.spoken ?? "")
        bar.redraw()
    }

    /// Moves the mark. It is repainted only after it has moved by at least half a pixel.
    func show(_ position: RhythmPosition) {
        let isHere = position.beat != nil && position.bar == row?.bar
        tick = isHere ? position.tick : nil
        let x = tick.map { scale.x(ofTick: $0) * space }
        if x.map({ abs($0 - (drawnX ?? -9)) >= 0.5 }) ?? (drawnX != nil) {
            mark.redraw()
        }
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        guard let row else {
            return
        }
        let tall = NotationLayout.bottom - NotationLayout.top
        space = max(1, min(height / tall, width / NotationLayout.leastWidth))
        let layout = NotationLayout(row.patterns, width: width / space)
        scale = layout.scale
        let palette = Palette(of: bar)
        cairo_translate(cairo, 0, (height - tall * space) / 2 - NotationLayout.top * space)
        cairo_scale(cairo, space, space)
        drawFrame(cairo, layout, palette)
        Palette.set(cairo, palette.foreground, alpha: 0.55)
        NotationSigns.box(cairo, 0, -0.04, layout.scale.width, 0.04)
        NotationSigns.box(cairo, 0, -1, 0.1, 1)
        NotationSigns.box(cairo, layout.scale.width - 0.1, -1, layout.scale.width, 1)
        Palette.set(cairo, palette.foreground)
        for sign in layout.signs {
            NotationSigns.draw(sign, cairo)
        }
        for mark in row.marks {
            let x = layout.scale.x(ofTick: Double(mark.tick))
            Palette.set(cairo, palette.colour(of: mark.grade))
            // Extra strokes (`stray`) are drawn lower, because they may coincide with a stroke that was matched to a
            // note.
            let (y, radius) = mark.grade == .stray ? (2.6, 0.3) : (1.8, 0.42)
            GradeShape.draw(cairo, mark.grade, isEarly: mark.isEarly, x: x, y: y, radius: radius)
        }
    }

    private func drawFrame(_ cairo: OpaquePointer, _ layout: NotationLayout, _ palette: Palette) {
        guard let index = row?.framed, layout.frames.indices.contains(index) else {
            return
        }
        let frame = layout.frames[index]
        let (top, bottom, radius) = (NotationLayout.top + 0.2, NotationLayout.bottom - 0.1, 0.7)
        let (left, right) = (max(frame.left, 0.1), min(frame.right, layout.scale.width - 0.1))
        cairo_new_path(cairo)
        cairo_arc(cairo, right - radius, top + radius, radius, -.pi / 2, 0)
        cairo_arc(cairo, right - radius, bottom - radius, radius, 0, .pi / 2)
        cairo_arc(cairo, left + radius, bottom - radius, radius, .pi / 2, .pi)
        cairo_arc(cairo, left + radius, top + radius, radius, .pi, 1.5 * .pi)
        cairo_close_path(cairo)
        Palette.set(cairo, palette.accent, alpha: 0.13)
        cairo_fill_preserve(cairo)
        Palette.set(cairo, palette.accent)
        cairo_set_line_width(cairo, 0.14)
        cairo_stroke(cairo)
    }

    private func drawMark(_ cairo: OpaquePointer, _ height: Double) {
        drawnX = tick.map { scale.x(ofTick: $0) * space }
        guard let x = drawnX, x >= 0 else {
            return
        }
        Palette.set(cairo, Palette(of: mark).accent)
        let (middle, half) = (height / 2, height * 0.7)
        cairo_move_to(cairo, x, middle - half)
        cairo_line_to(cairo, x + half, middle + half)
        cairo_line_to(cairo, x - half, middle + half)
        cairo_close_path(cairo)
        cairo_fill(cairo)
    }
}
