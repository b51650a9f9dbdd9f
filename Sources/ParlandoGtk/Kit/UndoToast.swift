import CGtk
import ParlandoPresenters

/// Toast that says what the user has done, with a button that undoes it. The owner must retain it while it is shown.
@MainActor final class UndoToast {
    let reference: Reference
    /// Whether the user can still undo what was done.
    private(set) var isOpen = true

    /// - Parameters:
    ///   - undo: runs if the user presses the button.
    ///   - end: runs if the toast disappears without a press.
    init(_ text: String, undo: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void) {
        reference = Reference(Markup.toast(text))
        adw_toast_set_button_label(reference.opaque, tr("Undo"))
        adw_toast_set_timeout(reference.opaque, 10)
        adw_toast_set_priority(reference.opaque, ADW_TOAST_PRIORITY_HIGH)
        reference.connect("button-clicked") { [weak self] in self?.close(undo) }
        reference.connect("dismissed") { [weak self] in
            // Deferred: a press of the button also dismisses the toast, and the two signals may come in either order.
            Task { self?.close(end) }
        }
    }

    /// Makes the toast disappear, so that what was done is final.
    func dismiss() {
        if isOpen {
            adw_toast_dismiss(reference.opaque)
        }
    }

    /// Makes the toast disappear, because another one takes its place.
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
