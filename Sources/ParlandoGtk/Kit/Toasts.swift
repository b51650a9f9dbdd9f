import CGtk
import ParlandoPresenters

/// Shows toasts at the bottom of its child. The newest replaces the one before, but waits for one that offers the only
/// way to undo something (`UndoToast`).
@MainActor final class Toasts: Widget {
    let reference = Reference(adw_toast_overlay_new())
    /// Called when a toast covers the end of the child, and when none does any more.
    var onCover: (@MainActor (Bool) -> Void)?
    private var newest: Reference?
    private weak var lasting: Reference?

    func setChild(_ child: any Widget) {
        adw_toast_overlay_set_child(opaque, child.widget)
    }

    func showToast(_ text: String) {
        add(Markup.toast(text))
    }

    func offer(_ button: String, _ text: String, _ press: @escaping @MainActor () -> Void) {
        let made = Markup.toast(text, button: button)
        // Deferred: libadwaita is about to dismiss the toast, and `press` may as well.
        Reference(made).connect("button-clicked") { Task { press() } }
        add(made)
    }

    /// Lasts, whatever is edited. Nil takes the question away again.
    func offerToRemember(_ question: String?, _ press: @escaping @MainActor () -> Void) {
        if let question {
            offer(tr("Remember"), question, press)
            lasting = newest
        } else if lasting != nil {
            withdraw()
        }
    }

    /// Takes ownership, as GTK does.
    func add(_ made: OpaquePointer?) {
        let toast = Reference(made)
        toast.connect("dismissed") { [weak self, weak toast] in self?.didDismiss(toast) }
        withdraw()
        if adw_toast_get_priority(toast.opaque) == ADW_TOAST_PRIORITY_NORMAL {
            newest = toast
        }
        adw_toast_overlay_add_toast(opaque, made)
        onCover?(true)
    }

    /// Removes the newest toast, whose offer would be about another step by now; after an edit not one that lasts.
    func withdraw(afterEdit: Bool = false) {
        if let newest, !afterEdit || lasting == nil {
            adw_toast_dismiss(newest.opaque)
        }
    }

    private func didDismiss(_ toast: Reference?) {
        if toast === newest {
            newest = nil
            onCover?(false)
        }
    }
}
