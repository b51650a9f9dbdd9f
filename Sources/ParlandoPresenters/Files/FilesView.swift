import Foundation
import ParlandoCore
import ParlandoServices

public struct FilesViewState: Sendable, Equatable {
    public struct Row: Sendable, Equatable, Identifiable {
        public var id: String
        public var name: String
        /// Empty unless another file in the list has the same name.
        public var folder: String
        /// A few words: what happens, the time left, or the duration.
        public var status: String
        /// A fault or other remark; may be empty.
        public var note: String
        public var tone: PageBanner.Tone
        /// Completed fraction, 0…1; nil if it is not known.
        public var fraction: Double?
        /// Whether only activity can be shown, because the fraction is not known.
        public var isBusy: Bool
        /// Titles of the audio tracks to choose from; empty if there is no choice.
        public var tracks: [PreferencesViewState.Option]
        public var chosenTrack: String
        public var actions: [Action]
    }

    public struct Action: Sendable, Equatable {
        public enum Kind: Sendable, Equatable, CaseIterable {
            case cancel
            case show
            case save
            case retry
            case chooseModel
            case editServer
            case remove
        }

        public var kind: Kind
        public var label: String
        /// Accessible name, which names the file.
        public var name: String
    }

    /// In the order in which they are transcribed.
    public var rows: [Row] = []
    /// Of all files together; nil unless several are being transcribed.
    public var total: PageProgress?
    /// Says what *Save All* has saved, and what not.
    public var note = ""
    public var canSaveAll = false
    public var canCancelAll = false
    /// Whether finished files can be removed without losing text.
    public var canClear = false
    /// Such as "2 of 5 files transcribed", for the button in the main window; nil if it is hidden.
    public var summary: String?
    /// Asked before the program ends; nil if nothing would be lost or interrupted.
    public var farewell: PageQuestion?

    public init() {}
}

/// Shows the state and makes no decisions.
@MainActor public protocol FilesView: AnyObject {
    func render(_ state: FilesViewState)
    func show()
    func showToast(_ text: String)
    /// Whether any window of the program is active.
    var isInFront: Bool { get }
    /// Replaces an earlier notification of this window.
    func notify(_ title: String, _ text: String)
    func withdrawNotification()
    /// Opens the history at the entry with this identifier.
    func openHistory(_ id: String)
    func openPreferences(_ part: PreferencesPart)
    /// Passes the chosen path to the presenter.
    func askWhereToSave(_ id: FilesViewState.Row.ID)
    func ask(_ question: PageQuestion) async -> Bool
}

/// All data that determine what the window shows. `state` computes it.
struct FilesScreen {
    var files: [QueuedFile] = []
    /// Files whose text the user has saved to a text file.
    var saved: Set<QueuedFile.ID> = []
    var note = ""

    var state: FilesViewState {
        var state = FilesViewState()
        let names = Dictionary(grouping: files) { PathBytes.displayName(of: $0.path) }
        state.rows = files.map { file in
            let name = PathBytes.displayName(of: file.path)
            return row(file, name, isAlone: names[name]?.count == 1)
        }
        state.total = FilesWording.total(files)
        state.note = note
        state.canSaveAll = withText.count > 1
        state.canCancelAll = files.contains { !$0.hasEnded }
        state.canClear = files.contains { $0.outcome?.isSettled == true }
        state.summary = files.isEmpty ? nil : FilesWording.summary(files)
        state.farewell = farewell
        return state
    }

    /// Files that have ended with some text, in list order.
    var withText: [QueuedFile] {
        files.filter { $0.outcome.map { $0.place != .nowhere } ?? false }
    }

    /// Files whose text would be lost if the program ended now, in list order.
    var unsaved: [QueuedFile.ID] {
        files.filter { $0.outcome?.isOnlyInMemory == true && !saved.contains($0.id) }.map(\.id)
    }

    private var farewell: PageQuestion? {
        if !unsaved.isEmpty {
            return FilesWording.losing(unsaved.count)
        }
        let left = files.count { !$0.hasEnded }
        let isStored = files.allSatisfy { $0.progress?.isStored ?? true }
        return left > 0 ? FilesWording.interrupting(left, isStored: isStored) : nil
    }

    private func row(_ file: QueuedFile, _ name: String, isAlone: Bool) -> FilesViewState.Row {
        let choices = file.tracks.names.count > 1 ? file.tracks.titles : []
        var row = FilesViewState.Row(
            id: file.id.uuidString, name: name, folder: isAlone ? "" : FilesWording.folder(of: file.path), status: "",
            note: "", tone: .information, fraction: file.progress?.fraction, isBusy: false,
            tracks: choices.enumerated().map { .init("\($0)", $1) }, chosenTrack: "\(file.tracks.chosen)", actions: [])
        switch file.state {
        case .waiting:
            row.status = tr("Waiting")
        case .running(let progress):
            row.status = FilesWording.progress(progress)
            row.note = progress.isHeldUp ? tr("Waiting for the dictation to end") : ""
            row.isBusy = !progress.isHeldUp && row.fraction == nil
        case .ended(let outcome):
            row.status = FilesWording.status(outcome)
            row.note = FilesWording.note(outcome, isSaved: saved.contains(file.id))
            row.tone = tone(outcome)
        }
        if file.track == nil, let tracks = file.tracks.sentence {
            row.note += (row.note.isEmpty ? "" : " ") + tracks
        }
        row.actions = actions(file).map { FilesWording.action($0, of: name) }
        return row
    }

    private func tone(_ outcome: FileOutcome) -> PageBanner.Tone {
        switch (outcome.end, outcome.place) {
        case (.failed, _), (_, .memoryOnly): .failure
        case (.cut, _), (.whole, .nowhere): .warning
        case (.stopped, _), (.whole, _): .information
        }
    }

    private func actions(_ file: QueuedFile) -> [FilesViewState.Action.Kind] {
        guard let outcome = file.outcome else {
            return [.cancel]
        }
        var actions: [FilesViewState.Action.Kind] = []
        switch outcome.place {
        case .nowhere: break
        case .history: actions += [.show, .save]
        case .memory, .memoryOnly: actions.append(.save)
        }
        actions += FilesWording.remedy(outcome).map { [$0] } ?? []
        if outcome.canRetry {
            actions.append(.retry)
        }
        return actions + [.remove]
    }
}
