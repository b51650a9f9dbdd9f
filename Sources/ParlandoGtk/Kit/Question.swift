import CGtk
import ParlandoPresenters

/// Confirmation dialog over a window. The user can stay, continue although something may be lost, or save first.
@MainActor enum Question {
    enum Answer {
        case stay
        case goOn
        case save
    }

    /// Shows the dialog and calls `body` with the answer. Closing the dialog means staying.
    ///
    /// - Parameters:
    ///   - goOn: label of the button that continues.
    ///   - isLoss: whether something is lost by continuing; the button then has the destructive style.
    ///   - save: label of the button that saves what would be lost, or nil if it cannot be saved.
    static func ask(
        _ title: String, _ text: String, goOn: String, isLoss: Bool = true, save: String? = nil,
        over window: UnsafeMutablePointer<GtkWindow>?,
        _ body: @escaping @MainActor (Answer) -> Void
    ) {
        let dialog = Element(adw_message_dialog_new(window, title, text))
        let message: UnsafeMutablePointer<AdwMessageDialog> = dialog.reference.cast()
        adw_message_dialog_add_response(message, "stay", tr("Cancel"))
        adw_message_dialog_add_response(message, "go-on", goOn)
        adw_message_dialog_set_response_appearance(
            message, "go-on", isLoss ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED)
        if let save {
            adw_message_dialog_add_response(message, "save", save)
            adw_message_dialog_set_response_appearance(message, "save", ADW_RESPONSE_SUGGESTED)
            dialog.reference.connect("response::save") { body(.save) }
        }
        adw_message_dialog_set_default_response(message, "stay")
        adw_message_dialog_set_close_response(message, "stay")
        dialog.reference.connect("response::go-on") { body(.goOn) }
        dialog.reference.connect("response::stay") { body(.stay) }
        gtk_window_present(dialog.reference.cast())
    }

    /// Asks a question before something is closed, and returns the user's answer.
    static func ask(
        _ question: DictationViewState.Question, over window: UnsafeMutablePointer<GtkWindow>
    ) async -> Answer {
        await withCheckedContinuation { answer in
            ask(question.title, question.text, goOn: question.goOn, save: question.save, over: window) {
                answer.resume(returning: $0)
            }
        }
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
