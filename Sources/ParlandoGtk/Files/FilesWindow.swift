import CGtk
import CGtkShim
public import ParlandoPresenters

/// The queue of files to be transcribed. The widgets are created when the window is first opened.
@MainActor public final class FilesWindow {
    private static let types = ["audio/*", "video/*", "application/ogg"]

    public weak var presenter: FilesPresenter?

    private weak var main: MainWindow?
    private var window: Element?
    private var content: FilesContent?
    private let toasts = Element(adw_toast_overlay_new())
    private var drop: FileDrop?
    private var dialog: FileDialog?
    private var state = FilesViewState()

    /// Call after GTK has started.
    public init() {}

    /// The window opens over `main`. Call once.
    func follow(_ main: MainWindow) {
        self.main = main
    }

    func didComeToFront() {
        presenter?.withdrawNotification()
    }

    func receive(_ files: FileList) {
        presenter?.receive(files.paths, others: files.others)
    }

    func choose(over widget: any Widget) {
        let dialog = FileDialog.openSeveral(
            tr("Transcribe Files"), accept: tr("_Open"), types: Self.types, called: tr("Sound and Film"), over: widget)
        self.dialog = dialog
        dialog.presentSeveral { [weak self] files in self?.receive(files) }
    }

    private func make(over main: MainWindow) -> Element {
        let window = Element(adw_window_new())
        gtk_window_set_title(window.reference.cast(), tr("Files"))
        gtk_window_set_hide_on_close(window.reference.cast(), 1)
        gtk_widget_set_size_request(window.widget, MainWindow.minimumWidth, 300)
        main.adopt(window)
        let content = FilesContent(presenter: presenter)
        adw_toast_overlay_set_child(toasts.opaque, content.widget)
        let drop = FileDrop(toasts)
        self.drop = drop
        drop.onFiles { [weak self] files in self?.receive(files) }
        adw_window_set_content(window.reference.cast(), drop.widget)
        window.onEvent(GTK_PHASE_BUBBLE) { [weak self] event in self?.handles(key: event) ?? false }
        content.open.onClick { [weak self] in self?.choose() }
        content.firstOpen.onClick { [weak self] in self?.choose() }
        (self.window, self.content) = (window, content)
        content.show(state)
        return window
    }

    private func choose() {
        choose(over: toasts)
    }

    /// Escape closes the window, and Ctrl+O opens the file dialog. Returns false for any other event.
    private func handles(key event: OpaquePointer) -> Bool {
        guard let window, gdk_event_get_event_type(event) == GDK_KEY_PRESS else {
            return false
        }
        switch Int32(bitPattern: gdk_key_event_get_keyval(event)) {
        case GDK_KEY_Escape:
            gtk_window_close(window.reference.cast())
            return true
        case GDK_KEY_o where gdk_event_get_modifier_state(event).rawValue & GDK_CONTROL_MASK.rawValue != 0:
            choose()
            return true
        default:
            return false
        }
    }
}

extension FilesWindow: FilesView {
    public func render(_ state: FilesViewState) {
        self.state = state
        content?.show(state)
        main?.showFiles(state.summary)
        main?.updateInhibition()
    }

    public func show() {
        guard let main else {
            return
        }
        let window = window ?? make(over: main)
        OpeningSize(width: 560, height: 520).apply(
            to: window, over: gtk_window_get_transient_for(window.reference.cast()))
        gtk_window_present(window.reference.cast())
    }

    public func showToast(_ text: String) {
        if let window, window.isVisible {
            adw_toast_overlay_add_toast(toasts.opaque, Markup.toast(text))
        } else {
            main?.showToast(text)
        }
    }

    public var isInFront: Bool {
        main?.isAnyWindowActive ?? false
    }

    public func notify(_ title: String, _ text: String) {
        main?.notifyOfFiles(title, text)
    }

    public func withdrawNotification() {
        main?.withdrawNotificationOfFiles()
    }

    public func openHistory(_ id: String) {
        main?.openHistory(at: id)
    }

    public func openPreferences(_ part: PreferencesPart) {
        main?.openPreferences(part)
    }

    public func askWhereToSave(_ id: FilesViewState.Row.ID) {
        Task { _ = await save(id, over: toasts) }
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        await Question.ask(question, over: toasts)
    }

    /// Returns whether the text was saved.
    private func save(_ id: FilesViewState.Row.ID, over widget: any Widget) async -> Bool {
        let name = state.rows.first { $0.id == id }?.name ?? ""
        let dialog = FileDialog.saveTranscript(of: name, over: widget)
        self.dialog = dialog
        switch await dialog.answer() {
        case .path(let path):
            return await presenter?.save(id, to: path) ?? false
        case .notLocal:
            showToast(tr("This location is not on this computer. Choose a local folder."))
            return false
        case .cancelled:
            return false
        }
    }
}

extension FilesWindow: Leaving {
    public var farewell: DictationViewState.Question? {
        state.farewell
    }

    public var isAtRisk: Bool {
        state.farewell != nil
    }

    public func saveBeforeLeaving() async -> Bool {
        show()
        for id in presenter?.unsaved ?? [] {
            guard await save(id, over: toasts) else {
                return false
            }
        }
        return true
    }
}
