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
    /// In twelfths of a quarter note; nil if the position is in another bar.
    private var tick: Double?
    private var drawnX: Double?
    private var scale = NotationScale(width: 1, ticks: 1)
    private var space = 1.0

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
        tick = isHere ? position.tick / beatsPerQuarter : nil
        let x = tick.map { scale.x(ofTick: $0) * space }
        if x.map({ abs($0 - (drawnX ?? -9)) >= 0.5 }) ?? (drawnX != nil) {
            mark.redraw()
        }
    }

    /// Converts ticks of a position (twelve per beat) to ticks of the notation (twelve per quarter note).
    private var beatsPerQuarter: Double {
        Double(row?.meter.beatsPerQuarter ?? 1)
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
            let x = layout.scale.x(ofTick: Double(mark.tick) / beatsPerQuarter)
            Palette.set(cairo, palette.colour(of: mark.grade))
            // Extra strokes are drawn lower, because they may coincide with a stroke that was matched to a note.
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

/// Glyphs as outlines. One unit is a staff space; the staff line is at y = 0.
enum NotationSigns {
    static func draw(_ sign: NotationLayout.Sign, _ cairo: OpaquePointer) {
        switch sign {
        case .head(let x, let isHollow): head(cairo, x, isHollow: isHollow)
        case .stem(let x): box(cairo, x - 0.07, NotationLayout.stemTop, x + 0.07, -0.12)
        case .beam(let from, let to, let level): beam(cairo, from, to, level)
        case .flags(let x, let count):
            for index in 0..<count {
                flag(cairo, x, NotationLayout.stemTop + Double(index) * 0.85)
            }
        case .dot(let x): disc(cairo, x, -0.5, 0.2)
        case .rest(let base, let x): rest(cairo, base, x)
        case .triplet(let from, let to): bracket(cairo, from, to)
        }
    }

    static func box(_ cairo: OpaquePointer, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
        cairo_rectangle(cairo, left, top, right - left, bottom - top)
        cairo_fill(cairo)
    }

    private static func head(_ cairo: OpaquePointer, _ x: Double, isHollow: Bool) {
        oval(cairo, x, width: 0.66, height: 0.44, angle: -0.4)
        if isHollow {
            cairo_new_sub_path(cairo)
            oval(cairo, x, width: 0.5, height: 0.22, angle: -0.6)
        }
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
        cairo_fill(cairo)
    }

    private static func oval(_ cairo: OpaquePointer, _ x: Double, width: Double, height: Double, angle: Double) {
        cairo_save(cairo)
        cairo_translate(cairo, x, 0)
        cairo_rotate(cairo, angle)
        cairo_scale(cairo, width, height)
        cairo_arc(cairo, 0, 0, 1, 0, 2 * .pi)
        cairo_restore(cairo)
    }

    private static func beam(_ cairo: OpaquePointer, _ from: Double, _ to: Double, _ level: Int) {
        let top = NotationLayout.stemTop + Double(level) * NotationLayout.beamDistance
        box(cairo, from - 0.07, top, to + 0.07, top + NotationLayout.beamThickness)
    }

    private static func flag(_ cairo: OpaquePointer, _ x: Double, _ top: Double) {
        cairo_move_to(cairo, x - 0.07, top)
        cairo_curve_to(cairo, x + 0.1, top + 0.9, x + 1.35, top + 1.2, x + 0.72, top + 2.7)
        cairo_curve_to(cairo, x + 0.98, top + 1.75, x + 0.45, top + 1.3, x - 0.07, top + 1.05)
        cairo_close_path(cairo)
        cairo_fill(cairo)
    }

    private static func disc(_ cairo: OpaquePointer, _ x: Double, _ y: Double, _ radius: Double) {
        cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
        cairo_fill(cairo)
    }

    private static func bracket(_ cairo: OpaquePointer, _ from: Double, _ to: Double) {
        let (y, hook, gap) = (NotationLayout.bracketTop, 0.5, 0.62)
        let middle = (from + to) / 2
        cairo_set_line_width(cairo, 0.13)
        cairo_move_to(cairo, from, y + hook)
        cairo_line_to(cairo, from, y)
        cairo_line_to(cairo, middle - gap, y)
        cairo_move_to(cairo, middle + gap, y)
        cairo_line_to(cairo, to, y)
        cairo_line_to(cairo, to, y + hook)
        cairo_stroke(cairo)
        three(cairo, middle, y)
    }

    /// 1.3 units high and centred on a point.
    private static func three(_ cairo: OpaquePointer, _ x: Double, _ y: Double) {
        cairo_set_line_width(cairo, 0.2)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_move_to(cairo, x - 0.3, y - 0.42)
        cairo_curve_to(cairo, x - 0.1, y - 0.75, x + 0.36, y - 0.66, x + 0.3, y - 0.3)
        cairo_curve_to(cairo, x + 0.26, y - 0.08, x + 0.05, y - 0.04, x - 0.06, y - 0.04)
        cairo_curve_to(cairo, x + 0.15, y - 0.04, x + 0.4, y + 0.08, x + 0.34, y + 0.34)
        cairo_curve_to(cairo, x + 0.28, y + 0.7, x - 0.22, y + 0.72, x - 0.38, y + 0.4)
        cairo_stroke(cairo)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
    }
}

// MARK: Rests
extension NotationSigns {
    private static func rest(_ cairo: OpaquePointer, _ base: NoteValue.Base, _ x: Double) {
        switch base {
        case .half: box(cairo, x - 0.6, -0.5, x + 0.6, 0)
        case .quarter: quarterRest(cairo, x)
        case .eighth: hookedRest(cairo, x, hooks: 1)
        case .sixteenth: hookedRest(cairo, x, hooks: 2)
        }
    }

    private static func quarterRest(_ cairo: OpaquePointer, _ x: Double) {
        cairo_move_to(cairo, x - 0.28, -1.55)
        cairo_line_to(cairo, x + 0.48, -0.62)
        cairo_curve_to(cairo, x + 0.1, -0.22, x + 0.12, 0.05, x + 0.55, 0.62)
        cairo_curve_to(cairo, x + 0.02, 0.42, x - 0.22, 0.85, x + 0.22, 1.5)
        cairo_curve_to(cairo, x - 0.75, 1.0, x - 0.6, 0.15, x + 0.06, 0.32)
        cairo_line_to(cairo, x - 0.52, -0.38)
        cairo_curve_to(cairo, x - 0.12, -0.75, x - 0.06, -1.1, x - 0.34, -1.45)
        cairo_close_path(cairo)
        cairo_fill(cairo)
    }

    private static func hookedRest(_ cairo: OpaquePointer, _ x: Double, hooks: Int) {
        let (top, bottom) = (-0.85, hooks == 1 ? 1.1 : 1.95)
        let slant = -0.3
        let right = x + 0.45
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
