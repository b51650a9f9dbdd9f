import CGtk
import ParlandoPresenters

/// Confirmation dialog over a window: the user stays, or continues although something may be lost.
@MainActor enum Question {
    enum Answer {
        case stay
        case goOn
    }

    /// Shows the dialog and calls `body` with the answer. Closing the dialog means staying.
    ///
    /// - Parameters:
    ///   - goOn: label of the button that continues.
    ///   - isLoss: whether something is lost by continuing; the button then has the destructive style.
    static func ask(
        _ title: String, _ text: String, goOn: String, isLoss: Bool = true,
        over window: UnsafeMutablePointer<GtkWindow>?,
        _ body: @escaping @MainActor (Answer) -> Void
    ) {
        let dialog = Element(adw_message_dialog_new(window, title, text))
        let message: UnsafeMutablePointer<AdwMessageDialog> = dialog.reference.cast()
        adw_message_dialog_add_response(message, "stay", tr("Cancel"))
        adw_message_dialog_add_response(message, "go-on", goOn)
        adw_message_dialog_set_response_appearance(
            message, "go-on", isLoss ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED)
        adw_message_dialog_set_default_response(message, "stay")
        adw_message_dialog_set_close_response(message, "stay")
        dialog.reference.connect("response::go-on") { body(.goOn) }
        dialog.reference.connect("response::stay") { body(.stay) }
        gtk_window_present(dialog.reference.cast())
    }

    /// Shows the dialog and returns whether to continue.
    static func ask(_ question: PageQuestion, over widget: any Widget) async -> Bool {
        let root = UnsafeMutableRawPointer(gtk_widget_get_root(widget.widget))
        return await withCheckedContinuation { answer in
            ask(
                question.title, question.text, goOn: question.goOn, isLoss: question.isLoss,
                over: root?.assumingMemoryBound(to: GtkWindow.self)
            ) { answer.resume(returning: $0 == .goOn) }
        }
    }
}
