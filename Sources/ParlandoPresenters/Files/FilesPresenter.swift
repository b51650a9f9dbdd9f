import Foundation
public import ParlandoCore
public import ParlandoServices

/// Shows the queue of files, and turns the user's actions into commands.
@MainActor public final class FilesPresenter {
    private weak var view: (any FilesView)?
    private let service: FileTranscriptionService
    private let saver: any TextSaver
    private let chosen: ChosenPreferences
    private var screen = FilesScreen()
    private var state = FilesViewState()
    private var isSavingAll = false

    public init(
        view: any FilesView, service: FileTranscriptionService, saver: any TextSaver, store: any PreferenceStore
    ) {
        self.view = view
        self.service = service
        self.saver = saver
        chosen = ChosenPreferences(in: store)
    }

    /// Call once.
    public func activate() {
        service.delegate = self
        view?.render(state)
    }

    private func update(_ change: (inout FilesScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    private func file(_ id: FilesViewState.Row.ID) -> QueuedFile? {
        screen.files.first { $0.id.uuidString == id }
    }

    /// Asks the user first if the file's text would be lost.
    private func remove(_ file: QueuedFile) async {
        if screen.unsaved.contains(file.id) {
            guard await view?.ask(FilesWording.discarding) ?? false else {
                return
            }
        }
        await service.remove(file.id)
    }

    private func tell(of files: [QueuedFile]) {
        guard let view, !view.isInFront, chosen.current.notifiesOfFiles,
            let (title, text) = FilesWording.notification(files)
        else {
            return
        }
        view.notify(title, text)
    }

    // MARK: What the user does

    /// Adds files that were opened, dropped, or passed on by another program.
    ///
    /// - Parameters:
    ///   - paths: in the form of `PathBytes`.
    ///   - others: number of further files, which are not on this computer.
    public func receive(_ paths: [String], others: Int) {
        if others > 0 {
            view?.showToast(FilesWording.notHere(others))
        }
        if !paths.isEmpty {
            update { $0.note = "" }
            view?.show()
            Task { [service] in await service.add(paths) }
        }
    }

    public func press(_ action: FilesViewState.Action.Kind, of id: FilesViewState.Row.ID) {
        guard let file = file(id) else {
            return
        }
        switch action {
        case .cancel: Task { [service] in await service.cancel(file.id) }
        case .retry: Task { [service] in await service.retry(file.id) }
        case .remove: Task { await remove(file) }
        case .show: view?.openHistory(id)
        case .save: view?.askWhereToSave(id)
        case .chooseModel: view?.openPreferences(.models)
        case .editServer: view?.openPreferences(.servers)
        }
    }

    /// - Parameter track: one of the row's choices.
    public func choose(track: String, of id: FilesViewState.Row.ID) {
        if let file = file(id), let track = Int(track) {
            Task { [service] in await service.choose(track: track, of: file.id) }
        }
    }

    public func cancelAll() {
        Task { [service] in await service.cancelAll() }
    }

    public func clear() {
        Task { [service] in await service.removeEnded() }
    }

    /// The extension determines the format (txt, srt, vtt, json). Returns whether the text was saved.
    public func save(_ id: FilesViewState.Row.ID, to path: String) async -> Bool {
        do {
            guard let file = file(id), let document = try await service.document(of: file.id) else {
                return false
            }
            try await saver.save(document, to: path)
            update { _ = $0.saved.insert(file.id) }
            view?.showToast(tr("Saved as {name}", ["name": PathBytes.displayName(of: path)]))
            return true
        } catch {
            view?.showToast(FilesWording.message(error))
            return false
        }
    }

    /// Saves all texts under new names, made from those of their recordings. No file is written over.
    ///
    /// - Parameter ending: determines the format (txt, srt, vtt, json).
    public func saveAll(in folder: String, ending: String) async {
        guard !isSavingAll, let format = ExportFormat(rawValue: ending) else {
            return
        }
        isSavingAll = true
        defer { isSavingAll = false }
        var failures: [(name: String, why: String)] = []
        var count = 0
        for file in screen.withText {
            let name = PathBytes.displayName(of: file.path)
            do {
                guard let document = try await service.document(of: file.id) else {
                    failures.append((name, tr("The text is no longer in the history.")))
                    continue
                }
                try await saver.saveNew(document, in: folder, called: name, format: format)
                update { _ = $0.saved.insert(file.id) }
                count += 1
            } catch {
                failures.append((name, FilesWording.message(error)))
            }
        }
        update { $0.note = FilesWording.saved(count, in: folder, failures: failures) }
    }

    /// Files whose text is only in memory and has not been saved.
    public var unsaved: [FilesViewState.Row.ID] {
        screen.unsaved.map(\.uuidString)
    }

    /// Call when a window of the program becomes the active window.
    public func withdrawNotification() {
        view?.withdrawNotification()
    }
}

extension FilesPresenter: FileTranscriptionServiceDelegate {
    public func fileTranscriptionService(_ service: FileTranscriptionService, didReport event: FileEvent) {
        switch event {
        case .queue(let files):
            update { screen in
                screen.files = files
                // A file that is transcribed again no longer counts as saved, because its text changes.
                screen.saved.formIntersection(files.filter(\.hasEnded).map(\.id))
            }
        case .finished(let files):
            tell(of: files)
        }
    }
}
