import CGtk
import CGtkShim
import ParlandoPresenters

/// Round button with a ring that shows the sound level.
@MainActor final class RecordButton: Widget {
    /// Diameter in application pixels.
    static let side: Int32 = 76

    let reference = Reference(gtk_overlay_new())
    /// Assistive technologies read it as the button's name.
    let label = Label(classes: ["record-label"])
    let button: VoiceButton
    private let ring: LevelRing

    /// - Parameters:
    ///   - ringSide: width and height of the ring's drawing area, in application pixels.
    ///   - loudness: accessible name of the ring.
    init(startIcon: String, ringSide: Int32, loudness: String) {
        button = VoiceButton(startIcon: startIcon, style: "record", faceSide: 28)
        ring = LevelRing(side: ringSide, name: loudness)
        gtk_widget_set_size_request(button.widget, Self.side, Self.side)
        gtk_overlay_set_child(opaque, ring.widget)
        gtk_overlay_add_overlay(opaque, button.widget)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        button.onClick(body)
    }

    func focus() {
        button.grabFocus()
    }

    func show(_ state: PageButton) {
        button.show(state)
    }

    func show(label text: String) {
        label.text = text
        button.setTooltip(text)
    }

    func show(level: Double) {
        ring.show(level: level)
    }

    /// The widgets beside the button get equal room.
    func makeRow(between start: any Widget, and end: any Widget) -> Element {
        let row = Element(gtk_center_box_new())
        start.expand(horizontal: true)
        end.expand(horizontal: true)
        gtk_center_box_set_start_widget(row.opaque, start.widget)
        gtk_center_box_set_center_widget(row.opaque, widget)
        gtk_center_box_set_end_widget(row.opaque, end.widget)
        gtk_widget_set_size_request(row.widget, 300, -1)
        row.align(GTK_ALIGN_CENTER)
        return row
    }
}

/// Button that starts and stops. It pulses while the microphone is open, unless animations are disabled.
@MainActor final class VoiceButton: Widget {
    let reference: Reference
    private let button: Button
    private let spinner = Element(gtk_spinner_new())
    private let startIcon: String
    private let icon: Element
    private let face = Element(gtk_stack_new())

    /// - Parameter faceSide: of icon and spinner, in application pixels; -1 for the usual size.
    init(startIcon: String = "audio-input-microphone-symbolic", style: String = "voice", faceSide: Int32 = -1) {
        self.startIcon = startIcon
        button = Button(icon: startIcon, tooltip: "", classes: [style, "circular"])
        reference = button.reference
        icon = Element(gtk_image_new_from_icon_name(startIcon))
        gtk_image_set_pixel_size(icon.opaque, faceSide)
        gtk_widget_set_size_request(spinner.widget, faceSide, faceSide)
        spinner.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        face.addPages(("icon", icon), ("spinner", spinner))
        gtk_button_set_child(reference.cast(), face.widget)
        align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        button.onClick(body)
    }

    /// The button stays sensitive while it waits, so that it keeps the keyboard focus.
    func show(_ state: PageButton) {
        setClass("suggested-action", state == .start)
        setClass("destructive-action", state == .stop)
        setClass("waiting", state == .wait)
        parlando_set_accessible_busy(widget, state == .wait)
        if state != .wait {
            gtk_image_set_from_icon_name(icon.opaque, state == .stop ? "media-playback-stop-symbolic" : startIcon)
        }
        face.showPage(state == .wait ? "spinner" : "icon")
        gtk_spinner_set_spinning(spinner.opaque, (state == .wait).gboolean)
    }

    func show(isRecording: Bool) {
        setClass("pulsing", isRecording && isAnimated)
    }
}

/// The button beside a record button that pauses and resumes.
extension Button {
    static func pause() -> Button {
        let button = Button(icon: "media-playback-pause-symbolic", tooltip: "", classes: ["circular", "pause"])
        button.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        return button
    }

    func show(pause state: PagePause) {
        setIcon(state == .resume ? "media-playback-start-symbolic" : "media-playback-pause-symbolic")
        isVisible = state != .hidden
    }
}

/// Ring that grows quickly with the loudness, and shrinks slowly. GTK's frame clock drives it, until the target is
/// reached.
@MainActor final class LevelRing: Widget {
    let reference = Reference(gtk_drawing_area_new())
    private var target = 0.0
    private var shown = 0.0
    private var isTicking = false
    private var lastFrame: Int64 = 0

    /// - Parameter side: of the drawing area, in application pixels.
    init(side: Int32, name: String) {
        Element(reference).resizeDrawing(width: side, height: side)
        setClass("level-ring")
        setAccessibleLabel(name)
        onDraw { [weak self] cairo, width, height in self?.draw(cairo, width, height) }
    }

    /// From 0 to 1.
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
