import CGtk
import ParlandoPresenters

/// A question over a window that waits for its answer: to stay, or to go on although something is lost.
@MainActor enum Question {
    enum Answer {
        case stay
        case goOn
    }

    /// Asks, and runs `body` with the answer; to close the question is to stay.
    ///
    /// - Parameter goOn: the label of the button that goes on.
    static func ask(
        _ title: String, _ text: String, goOn: String, over window: UnsafeMutablePointer<GtkWindow>?,
        _ body: @escaping @MainActor (Answer) -> Void
    ) {
        let dialog = Element(adw_message_dialog_new(window, title, text))
        let message: UnsafeMutablePointer<AdwMessageDialog> = dialog.reference.cast()
        adw_message_dialog_add_response(message, "stay", tr("Cancel"))
        adw_message_dialog_add_response(message, "go-on", goOn)
        adw_message_dialog_set_response_appearance(message, "go-on", ADW_RESPONSE_DESTRUCTIVE)
        adw_message_dialog_set_default_response(message, "stay")
        adw_message_dialog_set_close_response(message, "stay")
        dialog.reference.connect("response::go-on") { body(.goOn) }
        dialog.reference.connect("response::stay") { body(.stay) }
        gtk_window_present(dialog.reference.cast())
    }
}
