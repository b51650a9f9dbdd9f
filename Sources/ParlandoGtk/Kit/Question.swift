import CGtk
import ParlandoPresenters

/// Confirmation dialog: the user stays, goes on although something may be lost, or saves first.
@MainActor enum Question {
    enum Answer {
        case stay
        case goOn
        case save
    }

    /// Is answered once.
    @MainActor private final class Asked {
        private var continuation: CheckedContinuation<Answer, Never>?

        init(_ continuation: CheckedContinuation<Answer, Never>) {
            self.continuation = continuation
        }

        func end(_ answer: Answer) {
            continuation?.resume(returning: answer)
            continuation = nil
        }
    }

    /// Closing the dialog means staying.
    static func ask(_ question: PageQuestion, over window: UnsafeMutablePointer<GtkWindow>?) async -> Answer {
        let dialog = Element(adw_message_dialog_new(window, question.title, question.text))
        let message: UnsafeMutablePointer<AdwMessageDialog> = dialog.reference.cast()
        adw_message_dialog_add_response(message, "stay", tr("Cancel"))
        adw_message_dialog_add_response(message, "go-on", question.goOn)
        adw_message_dialog_set_response_appearance(
            message, "go-on", question.isLoss ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED)
        if let save = question.save {
            adw_message_dialog_add_response(message, "save", save)
            adw_message_dialog_set_response_appearance(message, "save", ADW_RESPONSE_SUGGESTED)
        }
        adw_message_dialog_set_default_response(message, "stay")
        adw_message_dialog_set_close_response(message, "stay")
        return await withCheckedContinuation { continuation in
            let asked = Asked(continuation)
            for (name, answer) in [("go-on", Answer.goOn), ("stay", .stay), ("save", .save)] {
                dialog.reference.connect("response::" + name) { asked.end(answer) }
            }
            // The window below it was closed.
            dialog.reference.connect("destroy") { asked.end(.stay) }
            gtk_window_present(dialog.reference.cast())
        }
    }

    static func ask(_ question: PageQuestion, over widget: any Widget) async -> Bool {
        await ask(question, over: widget.hostWindow) == .goOn
    }
}

/// Toast about what the user has done, with *Undo*. Its owner must retain it while it is shown.
@MainActor final class UndoToast {
    let reference: Reference
    /// Whether it can still be undone.
    private(set) var isOpen = true

    /// - Parameter end: runs if the toast disappears without a press.
    init(_ text: String, undo: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void) {
        reference = Reference(Markup.toast(text, button: tr("Undo")))
        adw_toast_set_priority(reference.opaque, ADW_TOAST_PRIORITY_HIGH)
        reference.connect("button-clicked") { [weak self] in self?.close(undo) }
        reference.connect("dismissed") { [weak self] in
            // Deferred: a press dismisses the toast too, and the two signals come in either order.
            Task { self?.close(end) }
        }
    }

    /// Makes final what was done.
    func dismiss() {
        if isOpen {
            adw_toast_dismiss(reference.opaque)
        }
    }

    /// Makes room for another toast.
    func withdraw() {
        close { adw_toast_dismiss(reference.opaque) }
    }

    private func close(_ body: @MainActor () -> Void) {
        if isOpen {
            isOpen = false
            body()
        }
    }
}
