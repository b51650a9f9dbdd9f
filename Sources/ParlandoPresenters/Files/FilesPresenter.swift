import Foundation
public import ParlandoCore
public import ParlandoServices

/// Shows the audio files that are transcribed one after the other, and turns the user's actions into commands.
@MainActor public final class FilesPresenter {
    private weak var view: (any FilesView)?
    private let service: any FileTranscribing
    private let saver: any TextSaver
    private let chosen: ChosenPreferences
    private var screen = FilesScreen()
    private var state = FilesViewState()

    public init(
        view: any FilesView, service: any FileTranscribing, saver: any TextSaver, store: any PreferenceStore
    ) {
        self.view = view
        self.service = service
        self.saver = saver
        chosen = ChosenPreferences(in: store)
    }

    /// Renders the initial view state and starts to receive events. Call once.
    public func activate() {
        view?.delegate = self
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

    /// Removes a file from the list. If the text of the file would be lost, asks the user first.
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
}

extension FilesPresenter: FilesViewDelegate {
    public func filesView(_ view: any FilesView, didReceive paths: [String], others: Int) {
        if others > 0 {
            view.showToast(FilesWording.notHere(others))
        }
        if !paths.isEmpty {
            view.show()
            Task { [service] in await service.add(paths) }
        }
    }

    public func filesView(
        _ view: any FilesView, didPress action: FilesViewState.Action.Kind, of id: FilesViewState.Row.ID
    ) {
        guard let file = file(id) else {
            return
        }
        switch action {
        case .cancel: Task { [service] in await service.cancel(file.id) }
        case .retry: Task { [service] in await service.retry(file.id) }
        case .remove: Task { await remove(file) }
        case .show: view.openHistory(id)
        case .save: view.askWhereToSave(id)
        case .chooseModel: view.openPreferences(.models)
        case .editServer: view.openPreferences(.servers)
        }
    }

    public func filesViewDidPressCancelAll(_ view: any FilesView) {
        Task { [service] in await service.cancelAll() }
    }

    public func filesViewDidPressClear(_ view: any FilesView) {
        Task { [service] in await service.removeEnded() }
    }

    public func filesView(
        _ view: any FilesView, didChooseFile path: String, for id: FilesViewState.Row.ID
    ) async -> Bool {
        guard let file = file(id) else {
            return false
        }
        do {
            guard let document = try await service.document(of: file.id) else {
                return false
            }
            try await saver.save(document, to: path)
            update { _ = $0.saved.insert(file.id) }
            view.showToast(tr("Saved as {name}", ["name": PathBytes.displayName(of: path)]))
            return true
        } catch let error as TextSaveError {
            view.showToast(FilesWording.message(error))
        } catch let error as ArchiveError {
            view.showToast(HistoryWording.message(error))
        } catch {
            view.showToast(tr("The text was not saved."))
        }
        return false
    }

    public func filesViewUnsaved(_ view: any FilesView) -> [FilesViewState.Row.ID] {
        screen.unsaved.map(\.uuidString)
    }

    public func filesViewDidComeToFront(_ view: any FilesView) {
        view.withdrawNotification()
    }
}

extension FilesPresenter: FileTranscriptionServiceDelegate {
    public func fileTranscriptionService(_ service: any FileTranscribing, didReport event: FileEvent) {
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
