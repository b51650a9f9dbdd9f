import CGtk
import CGtkShim
import ParlandoCore
public import ParlandoPresenters

/// The queue of files to be transcribed. The widgets are created when the window is first opened.
@MainActor public final class FilesWindow {
    private static let types = ["audio/*", "video/*", "application/ogg"]

    public weak var presenter: FilesPresenter?

    private weak var main: MainWindow?
    private var window: Element?
    private var content: FilesContent?
    private let toasts = Toasts()
    private var drop: FileDrop?
    private var state = FilesViewState()

    /// Call after GTK has started.
    public init() {}

    /// The window opens over `main`. Call once.
    func follow(_ main: MainWindow) {
        self.main = main
    }

    func receive(_ files: FileList) {
        presenter?.receive(files.paths, others: files.others)
    }

    func choose(over widget: any Widget) {
        let dialog = FileDialog.openSeveral(
            tr("Transcribe Files"), types: Self.types, called: tr("Audio and Video"), over: widget)
        Task {
            if let files = await dialog.files() {
                receive(files)
            }
        }
    }

    private func make(over main: MainWindow) -> Element {
        let content = FilesContent(presenter: presenter)
        toasts.setChild(content)
        let drop = FileDrop(toasts)
        self.drop = drop
        drop.onFiles { [weak self] files in self?.receive(files) }
        let window = Element.window(tr("Files"), least: 300, over: main.reference.cast(), drop)
        window.onKey { [weak self] event in self?.handles(event) ?? false }
        content.open.onClick { [weak self] in self?.choose() }
        content.firstOpen.onClick { [weak self] in self?.choose() }
        content.saveAll.onClick { [weak self] in self?.saveAll() }
        (self.window, self.content) = (window, content)
        content.show(state)
        return window
    }

    private func choose() {
        choose(over: toasts)
    }

    private func saveAll() {
        let dialog = FileDialog.folderOfTranscripts(over: toasts)
        dialog.choose(showToast) { [weak self] folder in
            await self?.presenter?.saveAll(in: folder, ending: dialog.formatBesideFolder)
        }
    }

    /// Ctrl+O opens the file dialog.
    private func handles(_ event: InputEvent) -> Bool {
        guard event.value == GDK_KEY_o, event.isControlHeld else {
            return false
        }
        choose()
        return true
    }
}

extension FilesWindow: FilesView {
    public func render(_ state: FilesViewState) {
        self.state = state
        content?.show(state)
        main?.filesMark.show(state.summary)
        main?.updateInhibition()
    }

    public func show() {
        guard let main else {
            return
        }
        let window = window ?? make(over: main)
        window.present(width: 560, height: 520)
    }

    public func showToast(_ text: String) {
        if let window, window.isVisible {
            toasts.showToast(text)
        } else {
            main?.showToast(text)
        }
    }

    public var isInFront: Bool {
        WindowFocus.isAnyWindowActive
    }

    public func notify(_ title: String, _ text: String) {
        main?.filesMark.notify(title, text)
    }

    public func withdrawNotification() {
        main?.filesMark.withdraw()
    }

    public func openHistory(_ id: String) {
        main?.openHistory(at: id)
    }

    public func openPreferences(_ part: PreferencesPart) {
        main?.openPreferences(part)
    }

    public func askWhereToSave(_ id: FilesViewState.Row.ID) {
        Task { _ = await save(id) }
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        await Question.ask(question, over: toasts)
    }

    /// Returns whether the text was saved.
    private func save(_ id: FilesViewState.Row.ID) async -> Bool {
        let name = state.rows.first { $0.id == id }?.name ?? ""
        let dialog = FileDialog.saveTranscript(of: PathBytes.base(of: name), over: toasts)
        guard let path = await dialog.path(showToast) else {
            return false
        }
        return await presenter?.save(id, to: path) ?? false
    }
}

extension FilesWindow: Leaving {
    public var farewell: PageQuestion? {
        state.farewell
    }

    public func saveBeforeLeaving() async -> Bool {
        show()
        for id in presenter?.unsaved ?? [] {
            guard await save(id) else {
                return false
            }
        }
        return true
    }
}
