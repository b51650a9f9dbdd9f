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
    /// - Parameters:
    ///   - goOn: the label of the button that goes on.
    ///   - isLoss: whether something is lost by going on.
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

    /// Asks, and answers whether to go on.
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
