import CGtk
import ParlandoCore
import ParlandoPresenters

@MainActor final class TempoControl: Panel {
    weak var presenter: RhythmPresenter?
    var onEnter: (@MainActor () -> Void)?

    let box = Box.column()
    private let adjustment: Reference
    /// A tempo outside the slider's range leaves the slider at the nearer end.
    private let slide: Reference
    private let number: Element
    private let mark = Label(classes: ["dim-label"])
    private let unit = Label(tr("BPM"), classes: ["dim-label"])
    private let name = Label(classes: ["dim-label"], xalign: 1)
    private let tap = Button(label: tr("Tap"), classes: ["pill-small"])
    private var shown = 0.0

    init() {
        adjustment = Self.adjustment(Tempo.range)
        slide = Self.adjustment(Tempo.usualRange)
        number = Element(gtk_spin_button_new(adjustment.cast(), 1, 0), classes: ["tempo"])
        let slider = Element(gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, slide.cast()))
        gtk_scale_set_draw_value(slider.reference.cast(), 0)
        // Text that is no valid tempo leaves the previous one unchanged.
        gtk_spin_button_set_update_policy(number.opaque, GTK_UPDATE_IF_VALID)
        gtk_editable_set_alignment(number.opaque, 0.5)
        gtk_editable_set_width_chars(number.opaque, 3)
        slider.setAccessibleLabel(tr("Tempo"))
        tap.setTooltip(tr("Tap the tempo here or with the T key"))
        // The slider stays in its place, whatever the name.
        gtk_label_set_width_chars(name.opaque, 11)
        slider.expand(horizontal: true)
        let second = Box.row(spacing: 8)
        second.append(slider, name)
        tap.align(nil, GTK_ALIGN_CENTER)
        box.append(Box.wrapping(8, mark, number, unit, tap), second)
        connect()
    }

    private static func adjustment(_ range: ClosedRange<Double>) -> Reference {
        let (low, high) = (range.lowerBound, range.upperBound)
        return Reference(UnsafeMutableRawPointer(gtk_adjustment_new(low, low, high, 1, 10, 0)))
    }

    private func connect() {
        adjustment.connectUser("value-changed") { [weak self] in
            guard let self else {
                return
            }
            let value = gtk_adjustment_get_value(adjustment.cast())
            if value.isFinite {
                presenter?.setTempo(value)
            } else {
                show(shown, name: name.text)  // GTK accepts "nan" as a number.
            }
        }
        Reference(gtk_editable_get_delegate(number.opaque)).connect("activate") { [weak self] in self?.onEnter?() }
        slide.connectUser("value-changed") { [weak self] in
            if let self {
                presenter?.setTempo(gtk_adjustment_get_value(slide.cast()).rounded())
            }
        }
        // A tap counts when the button goes down, not when it is released.
        tap.onEvent(GTK_PHASE_CAPTURE) { [weak self] event in
            if let self, InputEvent(event).isPointerPress {
                presenter?.tapTempo(at: gdk_event_get_time(event), received: InputEvent.now)
            }
            return false
        }
    }

    func show(mark text: String, title: String) {
        mark.show(text)
        unit.isVisible = text.isEmpty
        number.setAccessibleLabel(title)
    }

    func show(_ beatsPerMinute: Double, name text: String) {
        name.text = text
        shown = beatsPerMinute
        let isWhole = beatsPerMinute == beatsPerMinute.rounded()
        Rendering.run {
            gtk_spin_button_set_digits(number.opaque, isWhole ? 0 : 2)
            gtk_adjustment_set_value(adjustment.cast(), beatsPerMinute)
            gtk_adjustment_set_value(slide.cast(), beatsPerMinute)
        }
    }
}
