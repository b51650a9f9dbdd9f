import CGtk
import CGtkShim
import ParlandoPresenters

/// Round button that starts and stops a recording, with a ring around it that shows the sound level. The label of the
/// button is laid out separately.
@MainActor final class RecordButton: Widget {
    /// Diameter in application pixels.
    static let side: Int32 = 76

    let reference: Reference
    /// Visible description of what a press does; assistive technologies read it as the button's name.
    let label = Label(classes: ["record-label"])
    let button: Button
    private let ring: LevelRing
    private let spinner = Element(gtk_spinner_new())
    private let startIcon: String
    private let icon: Element
    private let face = Element(gtk_stack_new())

    /// - Parameters:
    ///   - startIcon: icon shown while a press would start something.
    ///   - ringSide: width and height of the level ring's drawing area, in application pixels.
    ///   - loudness: accessible name of the level ring.
    init(startIcon: String, ringSide: Int32, loudness: String) {
        self.startIcon = startIcon
        button = Button(icon: startIcon, tooltip: "", classes: ["record", "circular"])
        icon = Element(gtk_image_new_from_icon_name(startIcon))
        ring = LevelRing(side: ringSide, name: loudness)
        reference = Reference(gtk_overlay_new())
        makeFace()
        gtk_widget_set_size_request(button.widget, Self.side, Self.side)
        button.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        gtk_overlay_set_child(opaque, ring.widget)
        gtk_overlay_add_overlay(opaque, button.widget)
    }

    private func makeFace() {
        gtk_image_set_pixel_size(icon.opaque, 28)
        gtk_widget_set_size_request(spinner.widget, 28, 28)
        spinner.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        gtk_stack_add_named(face.opaque, icon.widget, "icon")
        gtk_stack_add_named(face.opaque, spinner.widget, "spinner")
        gtk_button_set_child(button.reference.cast(), face.widget)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        button.onClick(body)
    }

    func focus() {
        button.grabFocus()
    }

    /// Shows whether a press starts or stops, or that a command is in progress. The button stays sensitive meanwhile,
    /// so that it keeps the keyboard focus.
    func show(_ state: PageButton) {
        button.setClass("suggested-action", state == .start)
        button.setClass("destructive-action", state == .stop)
        button.setClass("waiting", state == .wait)
        parlando_set_accessible_busy(button.widget, state == .wait)
        if state != .wait {
            gtk_image_set_from_icon_name(icon.opaque, startIcon(or: state))
        }
        gtk_stack_set_visible_child_name(face.opaque, state == .wait ? "spinner" : "icon")
        gtk_spinner_set_spinning(spinner.opaque, (state == .wait).gboolean)
    }

    func show(label text: String) {
        label.text = text
        button.setTooltip(text)
    }

    func show(level: Double) {
        ring.show(level: level)
    }

    /// Returns a new row with the button in the middle, and widgets that get equal room on both sides of it.
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

    private func startIcon(or state: PageButton) -> String {
        state == .stop ? "media-playback-stop-symbolic" : startIcon
    }
}
