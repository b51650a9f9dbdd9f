import Foundation
import ParlandoCore
import ParlandoServices

/// All data that determine the view state of the files window. `state` computes the view state from them.
struct FilesScreen {
    var files: [QueuedFile] = []
    /// Audio files whose text the user has saved to a text file. The program itself keeps such texts only in memory.
    var saved: Set<QueuedFile.ID> = []

    var state: FilesViewState {
        var state = FilesViewState()
        let names = Dictionary(grouping: files) { PathBytes.displayName(of: $0.path) }
        state.rows = files.map { file in
            let name = PathBytes.displayName(of: file.path)
            return row(file, name, isAlone: names[name]?.count == 1)
        }
        state.canCancelAll = files.contains { !$0.hasEnded }
        state.canClear = files.contains { $0.outcome?.isSettled == true }
        state.summary = files.isEmpty ? nil : FilesWording.summary(files)
        state.farewell = farewell
        return state
    }

    /// Audio files whose text would be lost if the program ended now, in list order.
    var unsaved: [QueuedFile.ID] {
        files.filter { $0.outcome?.isOnlyInMemory == true && !saved.contains($0.id) }.map(\.id)
    }

    private var farewell: DictationViewState.Question? {
        if !unsaved.isEmpty {
            return FilesWording.losing(unsaved.count)
        }
        let left = files.count { !$0.hasEnded }
        return left > 0 ? FilesWording.interrupting(left, isStored: isTextSoFarStored) : nil
    }

    private var isTextSoFarStored: Bool {
        files.allSatisfy { file in
            guard case .running(let progress) = file.state else {
                return true
            }
            return progress.isStored
        }
    }

    private func row(_ file: QueuedFile, _ name: String, isAlone: Bool) -> FilesViewState.Row {
        var row = FilesViewState.Row(
            id: file.id.uuidString, name: name, folder: isAlone ? "" : FilesWording.folder(of: file.path), status: "",
            tone: .plain, fraction: nil, isBusy: false, actions: [])
        switch file.state {
        case .waiting:
            row.status = tr("Waiting")
        case .running(let progress):
            row.status = FilesWording.progress(progress)
            row.isBusy = !progress.isHeldUp && (progress.done == nil || progress.total <= 0)
            if let done = progress.done, progress.total > 0 {
                row.fraction = min(1, max(0, done / progress.total))
            }
        case .ended(let outcome):
            row.status = FilesWording.result(outcome, isSaved: saved.contains(file.id))
            row.tone = tone(outcome)
        }
        row.actions = actions(file).map { FilesWording.action($0, of: name) }
        return row
    }

    private func tone(_ outcome: FileOutcome) -> FilesViewState.Row.Tone {
        switch (outcome.end, outcome.place) {
        case (.failed, _), (_, .memoryOnly): .failure
        case (.cut, _), (.whole, .nowhere): .warning
        case (.stopped, _), (.whole, _): .plain
        }
    }

    private func actions(_ file: QueuedFile) -> [FilesViewState.Action.Kind] {
        guard let outcome = file.outcome else {
            return [.cancel]
        }
        var actions: [FilesViewState.Action.Kind] = []
        switch outcome.place {
        case .nowhere: break
        case .history: actions.append(.show)
        case .memory, .memoryOnly: actions.append(.save)
        }
        if !outcome.end.isReadToTheEnd {
            actions += FilesWording.remedy(outcome).map { [$0] } ?? []
            actions.append(.retry)
        }
        return actions + [.remove]
    }
}
