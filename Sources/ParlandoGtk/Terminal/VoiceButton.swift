import CGtk
import CGtkShim
import ParlandoPresenters

/// Round button that starts and stops dictation into the terminal. It pulses while the microphone is open, unless
/// animations are disabled.
@MainActor final class VoiceButton: Widget {
    let reference: Reference
    private let button = Button(icon: "audio-input-microphone-symbolic", tooltip: "", classes: ["voice", "circular"])
    private let spinner = Element(gtk_spinner_new())
    private let icon = Element(gtk_image_new_from_icon_name("audio-input-microphone-symbolic"))
    private let face = Element(gtk_stack_new())

    init() {
        reference = button.reference
        gtk_stack_add_named(face.opaque, icon.widget, "icon")
        gtk_stack_add_named(face.opaque, spinner.widget, "spinner")
        gtk_button_set_child(button.reference.cast(), face.widget)
        align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        button.onClick(body)
    }

    /// Shows whether a press starts or stops, or that a command is in progress. The button stays sensitive meanwhile,
    /// so that it keeps the keyboard focus.
    func show(_ state: PageButton) {
        setClass("suggested-action", state == .start)
        setClass("destructive-action", state == .stop)
        setClass("waiting", state == .wait)
        parlando_set_accessible_busy(widget, state == .wait)
        if state != .wait {
            let name = state == .stop ? "media-playback-stop-symbolic" : "audio-input-microphone-symbolic"
            gtk_image_set_from_icon_name(icon.opaque, name)
        }
        gtk_stack_set_visible_child_name(face.opaque, state == .wait ? "spinner" : "icon")
        gtk_spinner_set_spinning(spinner.opaque, (state == .wait).gboolean)
    }

    func show(isRecording: Bool) {
        setClass("pulsing", isRecording && isAnimated)
    }
}
