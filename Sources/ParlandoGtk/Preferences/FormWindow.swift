import CGtk
import ParlandoPresenters

/// Small modal window with a form.
@MainActor final class FormWindow {
    let save = Button(label: tr("Save"), classes: ["suggested-action"])
    private let window = Element(adw_window_new())
    private let problem = Label.note("error", "caption", "form-problem")

    init(_ title: String, _ parts: [any Widget], over widget: any Widget) {
        gtk_window_set_transient_for(window.reference.cast(), widget.hostWindow)
        gtk_window_set_modal(window.reference.cast(), 1)
        gtk_window_set_title(window.reference.cast(), title)
        let column = Box.column(spacing: 6, classes: ["connection-form"])
        for part in parts + [problem] {
            column.append(part)
        }
        let content = Box.column()
        content.append(makeHeader(title), column)
        adw_window_set_content(window.reference.cast(), content.widget)
        window.onKey { _ in false }
    }

    private func makeHeader(_ title: String) -> Element {
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        FittingTitle(title).set(in: header)
        adw_header_bar_set_show_end_title_buttons(header.opaque, 0)
        adw_header_bar_set_show_start_title_buttons(header.opaque, 0)
        let cancel = Button(label: tr("Cancel"))
        cancel.onClick { [weak self] in self?.close() }
        header.pack(start: [cancel], end: [save])
        return header
    }

    /// An empty problem hides the label.
    func show(problem text: String, canSave: Bool) {
        problem.show(text)
        save.isSensitive = canSave
    }

    /// For any reason.
    func onClose(_ body: @escaping @MainActor () -> Void) {
        window.reference.connectClose {
            body()
            return true
        }
    }

    func present() {
        window.present(width: 430)
    }

    func close() {
        gtk_window_close(window.reference.cast())
    }
}
