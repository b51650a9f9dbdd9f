import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

/// Button that selects a rhythmic pattern and shows it in music notation.
@MainActor final class PatternCell: Widget {
    let reference: Reference
    private let drawing = Element(gtk_drawing_area_new())
    private let layout: NotationLayout
    private let isLong: Bool

    /// - Parameter choice: pattern to draw, and whether it is selected at first.
    init(_ choice: RhythmChoices.PatternChoice) {
        let pattern = choice.pattern
        isLong = pattern.beats > 1
        layout = NotationLayout([pattern], width: isLong ? 15 : 9.5)
        reference = Reference(gtk_button_new())
        setClass("flat")
        setClass("pattern-cell")
        gtk_button_set_child(reference.cast(), drawing.widget)
        gtk_drawing_area_set_content_width(drawing.reference.cast(), isLong ? 92 : 60)
        gtk_drawing_area_set_content_height(drawing.reference.cast(), 52)
        drawing.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        setTooltip(choice.title)
        drawing.onDraw { [weak self] in self?.draw($0, $1, $2) }
        show(isChosen: choice.isChosen)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        reference.connect("clicked", body)
    }

    func show(isChosen: Bool) {
        setClass("chosen", isChosen)
        parlando_set_accessible_pressed(widget, isChosen)
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        let space = width / layout.scale.width
        cairo_translate(cairo, 0, height / 2 + 1.9 * space)
        cairo_scale(cairo, space, space)
        let palette = Palette(of: drawing)
        Palette.set(cairo, palette.foreground, alpha: 0.45)
        NotationSigns.box(cairo, 0.3, -0.04, layout.scale.width - 0.3, 0.04)
        Palette.set(cairo, palette.foreground)
        for sign in layout.signs {
            NotationSigns.draw(sign, cairo)
        }
    }
}
