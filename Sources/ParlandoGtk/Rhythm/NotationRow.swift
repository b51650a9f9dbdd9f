import CGtk
import ParlandoCore
import ParlandoPresenters

/// A bar of notation, and below it a mark at the playback position. The mark is a widget of its own, so that the notes
/// are not redrawn while it moves.
@MainActor final class NotationRow: Panel {
    typealias Row = RhythmViewState.Row

    let box = Box.column()
    private let bar = Element.drawing(height: 56, classes: ["notation"])
    private let mark = Element.drawing(height: 8, classes: ["beat-mark"])
    private var row: Row?
    /// In the bar; nil if the position is in another bar.
    private var tick: Double?
    private var drawnX: Double?
    private var layout: NotationLayout?

    init() {
        bar.expand(horizontal: true, vertical: true)
        bar.makePicture()
        box.append(bar, mark)
        bar.onDraw { [weak self] in self?.draw($0, $1, $2) }
        mark.onDraw { [weak self] cairo, _, height in self?.drawMark(cairo, height) }
    }

    /// An empty row if nil.
    func show(_ row: Row?) {
        guard row != self.row else {
            return
        }
        self.row = row
        bar.setAccessibleLabel(row?.spoken ?? "")
        bar.redraw()
    }

    /// Redraws the mark only once it has moved by at least half a pixel.
    func show(_ position: RhythmPosition) {
        let isHere = position.beat != nil && position.bar == row?.bar
        tick = isHere ? position.tick : nil
        if markX.map({ abs($0 - (drawnX ?? -9)) >= 0.5 }) ?? (drawnX != nil) {
            mark.redraw()
        }
    }

    /// Of the mark, in pixels.
    private var markX: Double? {
        tick.flatMap { tick in layout.map { $0.scale.x(ofTick: tick) * $0.space } }
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        guard let row else {
            return
        }
        let layout = NotationLayout(
            row.music, meter: row.meter, swing: row.swing, showsMeter: row.showsMeter, isLast: row.isLast, width: width,
            height: height)
        self.layout = layout
        let palette = Palette(of: bar)
        let tall = layout.bottom - NotationLayout.top
        cairo_translate(cairo, 0, (height - tall * layout.space) / 2 - NotationLayout.top * layout.space)
        cairo_scale(cairo, layout.space, layout.space)
        drawFrame(cairo, layout, palette)
        Palette.set(cairo, palette.foreground, alpha: 0.55)
        NotationSigns.box(cairo, 0, -0.04, layout.scale.width, 0.04)
        Palette.set(cairo, palette.foreground)
        for sign in layout.signs {
            NotationSigns.draw(sign, cairo)
        }
        for mark in row.marks {
            let x = layout.x(ofMarkAt: mark.tick)
            Palette.set(cairo, palette.colour(of: mark.grade))
            // Extra strokes are drawn lower, because they may coincide with a stroke that was matched to a note.
            let (y, radius) = mark.grade == .stray ? (layout.marks + 0.8, 0.3) : (layout.marks, 0.42)
            GradeShape.draw(cairo, mark.grade, isEarly: mark.isEarly, x: x, y: y, radius: radius)
        }
    }

    private func drawFrame(_ cairo: OpaquePointer, _ layout: NotationLayout, _ palette: Palette) {
        guard let index = row?.beat, layout.frames.indices.contains(index) else {
            return
        }
        let frame = layout.frames[index]
        let (top, bottom, radius) = (NotationLayout.top + 0.2, layout.bottom - 0.1, 0.7)
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
        drawnX = markX
        guard let x = drawnX, x >= 0 else {
            return
        }
        Palette.set(cairo, Palette(of: mark).accent)
        let (middle, half) = (height / 2, height * 0.7)
        let triangle = [[x, middle - half], [x + half, middle + half], [x - half, middle + half]]
        NotationSigns.fill(cairo, triangle)
    }
}

/// Glyphs as outlines. One unit is a staff space; the staff line is at y = 0.
enum NotationSigns {
    static func draw(_ sign: NotationLayout.Sign, _ cairo: OpaquePointer) {
        switch sign {
        case .head(let base, let x, let y): head(cairo, base, x, y)
        case .stem(let x, let from, let to): box(cairo, x - 0.07, min(from, to), x + 0.07, max(from, to))
        case .beam(let from, let to, let y):
            box(cairo, from - 0.07, y, to + 0.07, y + NotationLayout.beamThickness)
        case .flags(let x, let y, let count, let isDown):
            for index in 0..<count {
                moved(cairo, x, y + (isDown ? -0.85 : 0.85) * Double(index), isTurned: isDown) { fill(cairo, flag) }
            }
        case .dot(let x, let y): disc(cairo, x, y, 0.2)
        case .rest(let base, let x, let y): rest(cairo, base, x, y)
        case .tuplet(let number, let from, let to, let y, let hasBracket, let isDown):
            digits(cairo, "\(number)", (from + to) / 2, y, width: 0.8, height: 1.2, CAIRO_FONT_SLANT_ITALIC)
            if hasBracket {
                bracket(cairo, from, to, y, hook: isDown ? -0.5 : 0.5)
            }
        case .tie(let from, let to, let y, let isDown): tie(cairo, from, to, y, isDown: isDown)
        case .number(let number, let x, let y, let width):
            digits(cairo, "\(number)", x, y, width: width, height: 1.8, CAIRO_FONT_SLANT_NORMAL)
        case .barLine(let x, let width): box(cairo, x, -1, x + width, 1)
        }
    }

    /// - Parameter isTurned: whether up and down are exchanged.
    private static func moved(
        _ cairo: OpaquePointer, _ x: Double, _ y: Double, isTurned: Bool = false, _ draw: () -> Void
    ) {
        cairo_save(cairo)
        cairo_translate(cairo, x, y)
        cairo_scale(cairo, 1, isTurned ? -1 : 1)
        draw()
        cairo_restore(cairo)
    }

    static func box(_ cairo: OpaquePointer, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
        cairo_rectangle(cairo, left, top, right - left, bottom - top)
        cairo_fill(cairo)
    }

    private static func head(_ cairo: OpaquePointer, _ base: NoteValue.Base, _ x: Double, _ y: Double) {
        let isWhole = base == .whole
        oval(cairo, x, y, width: isWhole ? 0.85 : 0.66, height: isWhole ? 0.48 : 0.44, angle: isWhole ? 0 : -0.4)
        if isWhole || base == .half {
            cairo_new_sub_path(cairo)
            oval(cairo, x, y, width: isWhole ? 0.4 : 0.5, height: isWhole ? 0.32 : 0.22, angle: isWhole ? 0.9 : -0.6)
        }
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
        cairo_fill(cairo)
    }

    private static func oval(
        _ cairo: OpaquePointer, _ x: Double, _ y: Double, width: Double, height: Double, angle: Double
    ) {
        moved(cairo, x, y) {
            cairo_rotate(cairo, angle)
            cairo_scale(cairo, width, height)
            cairo_arc(cairo, 0, 0, 1, 0, 2 * .pi)
        }
    }

    /// - Parameter outline: closed. Two numbers begin it or lead to a corner, six are a curve.
    static func fill(_ cairo: OpaquePointer, _ outline: [[Double]]) {
        cairo_new_path(cairo)
        for step in outline {
            if step.count == 6 {
                cairo_curve_to(cairo, step[0], step[1], step[2], step[3], step[4], step[5])
            } else {
                cairo_line_to(cairo, step[0], step[1])
            }
        }
        cairo_close_path(cairo)
        cairo_fill(cairo)
    }

    private static let flag = [
        [-0.07, 0], [0.1, 0.9, 1.35, 1.2, 0.72, 2.7], [0.98, 1.75, 0.45, 1.3, -0.07, 1.05],
    ]

    /// Thickest in the middle.
    private static func tie(_ cairo: OpaquePointer, _ from: Double, _ to: Double, _ y: Double, isDown: Bool) {
        let depth = min(0.65, 0.35 + 0.1 * (to - from)) * (isDown ? 1 : -1)
        let inset = (to - from) * 0.25
        let (outer, inner) = (y + depth * 1.35, y + depth)
        let back = [to - inset, inner, from + inset, inner, from, y]
        fill(cairo, [[from, y], [from + inset, outer, to - inset, outer, to, y], back])
    }

    private static func disc(_ cairo: OpaquePointer, _ x: Double, _ y: Double, _ radius: Double) {
        cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
        cairo_fill(cairo)
    }

    private static func bracket(_ cairo: OpaquePointer, _ from: Double, _ to: Double, _ y: Double, hook: Double) {
        let (middle, gap) = ((from + to) / 2, 0.65)
        cairo_set_line_width(cairo, 0.13)
        for (end, inner) in [(from, middle - gap), (to, middle + gap)] {
            cairo_move_to(cairo, end, y + hook)
            cairo_line_to(cairo, end, y)
            cairo_line_to(cairo, inner, y)
        }
        cairo_stroke(cairo)
    }

    /// Fills a box with digits, whatever the font. x and y are its centre.
    private static func digits(
        _ cairo: OpaquePointer, _ text: String, _ x: Double, _ y: Double, width: Double, height: Double,
        _ slant: cairo_font_slant_t
    ) {
        cairo_select_font_face(cairo, "serif", slant, CAIRO_FONT_WEIGHT_BOLD)
        cairo_set_font_size(cairo, 10)
        var box = cairo_text_extents_t()
        cairo_text_extents(cairo, text, &box)
        guard box.width > 0, box.height > 0 else {
            return
        }
        moved(cairo, x - width / 2, y - height / 2) {
            cairo_scale(cairo, width / box.width, height / box.height)
            cairo_move_to(cairo, -box.x_bearing, -box.y_bearing)
            cairo_text_path(cairo, text)
            cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
            cairo_fill(cairo)
        }
    }
}

// MARK: Rests
extension NotationSigns {
    /// A whole rest hangs from the staff line, or from a short one of its own; a half rest stands on it.
    private static func rest(_ cairo: OpaquePointer, _ base: NoteValue.Base, _ x: Double, _ y: Double) {
        moved(cairo, x, y) {
            switch base {
            case .whole, .half:
                box(cairo, -0.6, base == .whole ? 0 : -0.5, 0.6, base == .whole ? 0.5 : 0)
                box(cairo, -1, -0.04, 1, 0.04)
            case .quarter: fill(cairo, quarterRest)
            case .eighth: hookedRest(cairo, hooks: 1)
            case .sixteenth: hookedRest(cairo, hooks: 2)
            case .thirtySecond: hookedRest(cairo, hooks: 3)
            }
        }
    }

    private static let quarterRest = [
        [-0.28, -1.55], [0.48, -0.62], [0.1, -0.22, 0.12, 0.05, 0.55, 0.62], [0.02, 0.42, -0.22, 0.85, 0.22, 1.5],
        [-0.75, 1.0, -0.6, 0.15, 0.06, 0.32], [-0.52, -0.38], [-0.12, -0.75, -0.06, -1.1, -0.34, -1.45],
    ]

    private static func hookedRest(_ cairo: OpaquePointer, hooks: Int) {
        let (top, bottom, slant, right) = (-0.85, 0.2 + 0.9 * Double(hooks), -0.3, 0.45)
        cairo_set_line_width(cairo, 0.16)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_move_to(cairo, right, top)
        cairo_line_to(cairo, right + slant * (bottom - top), bottom)
        cairo_stroke(cairo)
        for hook in 0..<hooks {
            let y = top + Double(hook) * 0.95
            let end = right + slant * (y - top)
            disc(cairo, end - 0.78, y + 0.2, 0.27)
            cairo_move_to(cairo, end - 0.88, y + 0.42)
            cairo_curve_to(cairo, end - 0.4, y + 0.62, end - 0.12, y + 0.3, end, y)
            cairo_stroke(cairo)
        }
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
    }
}
