import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

/// A lamp for each beat of the bar. Pressing a lamp changes how its beat sounds.
@MainActor final class BeatLamps: Widget {
    /// The beat is counted from 0.
    var onPressBeat: (@MainActor (Int) -> Void)?

    private let row = Box.row()
    private var lamps: [BeatLamp] = []
    private let width: Int32
    private let height: Int32
    private let canChange: Bool

    var reference: Reference { row.reference }

    /// - Parameter width: the space for all lamps together.
    init(width: Int32, height: Int32, canChange: Bool) {
        (self.width, self.height, self.canChange) = (width, height, canChange)
        setClass("beat-lamps")
        parlando_set_role(widget, GTK_ACCESSIBLE_ROLE_GROUP)
        setAccessibleLabel(tr("Beats in the bar"))
    }

    func show(_ states: [RhythmViewState.Lamp]) {
        if states.count != lamps.count {
            let old = lamps
            lamps = states.indices.map { makeLamp($0, of: states.count) }
            row.replace(old, with: lamps)
        }
        for (lamp, state) in zip(lamps, states) {
            lamp.show(state)
        }
    }

    func show(lit: Range<Int>) {
        for (number, lamp) in lamps.enumerated() {
            lamp.show(isLit: lit.contains(number))
        }
    }

    func move(_ movement: RhythmViewState.Movement) {
        if lamps.indices.contains(movement.beat) {
            lamps[movement.beat].move(movement)
        }
    }

    private func makeLamp(_ beat: Int, of count: Int) -> BeatLamp {
        let lamp = BeatLamp(width: min(width / Int32(count), height * 4 / 3), height: height, canChange: canChange)
        lamp.button.onClick { [weak self] in self?.onPressBeat?(beat) }
        return lamp
    }
}

/// Filled while its beat sounds. An accented beat has a second ring, a soft beat is small, a silent beat only a dot.
@MainActor private final class BeatLamp: Widget {
    let button = Button(label: "", classes: ["flat", "beat-lamp"])
    private let drawing: Element
    private var state: RhythmViewState.Lamp?
    private var isLit = false
    private var movementClass = ""

    var reference: Reference { button.reference }

    init(width: Int32, height: Int32, canChange: Bool) {
        drawing = .drawing(width: width, height: height)
        gtk_button_set_child(button.reference.cast(), drawing.widget)
        gtk_widget_set_can_target(widget, canChange.gboolean)
        gtk_widget_set_focusable(widget, canChange.gboolean)
        drawing.onDraw { [weak self] in self?.draw($0, $1, $2) }
    }

    func show(_ state: RhythmViewState.Lamp) {
        guard state != self.state else {
            return
        }
        self.state = state
        button.setTooltip(state.spoken)
        drawing.redraw()
    }

    func show(isLit: Bool) {
        if isLit != self.isLit {
            self.isLit = isLit
            drawing.redraw()
        }
    }

    /// Plays an animation from the style sheet, unless animations are disabled. Two classes with the same animation
    /// alternate, because GTK restarts an animation only if its name changes.
    func move(_ movement: RhythmViewState.Movement) {
        if !movementClass.isEmpty {
            drawing.setClass(movementClass, false)
        }
        movementClass = (movement.isHit ? "hit" : "miss") + "-\(movement.number % 2)"
        drawing.setClass(movementClass)
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
        let palette = Palette(of: drawing)
        let (x, y, radius) = (width / 2, height / 2, min(height * 0.42, width * 0.36, 34))
        let stress = state?.stress ?? .plain
        cairo_set_line_width(cairo, max(1.5, radius * 0.11))
        Palette.set(cairo, isLit ? palette.accent : palette.foreground, alpha: isLit ? 1 : 0.4)
        cairo_new_path(cairo)
        if stress == .accented {
            cairo_arc(cairo, x, y, radius * 0.95, 0, 2 * .pi)
            cairo_stroke(cairo)
        }
        let (lit, unlit) =
            switch stress {
            case .accented: (0.78, 0.6)
            case .plain: (0.9, 0.6)
            case .soft: (0.6, 0.35)
            case .silent: (0.4, 0.2)
            }
        cairo_arc(cairo, x, y, radius * (isLit ? lit : unlit), 0, 2 * .pi)
        isLit || stress == .silent ? cairo_fill(cairo) : cairo_stroke(cairo)
    }
}
