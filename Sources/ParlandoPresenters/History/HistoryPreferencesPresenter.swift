public import ParlandoCore

/// What the rows about the history show.
public struct HistoryPreferencesState: Sendable, Equatable {
    public var preferences = Preferences()
    /// How long entries are kept. The identifiers are numbers of days.
    public var ages: [PreferencesViewState.Option] = []

    public init() {}
}

@MainActor public protocol HistoryPreferencesView: AnyObject {
    func render(_ state: HistoryPreferencesState)
    func ask(_ question: PageQuestion) async -> Bool
}

/// Asks the user before a choice deletes entries or recordings.
@MainActor public final class HistoryPreferencesPresenter: PreferenceReader {
    private weak var view: (any HistoryPreferencesView)?
    private let chosen: ChosenPreferences

    public init(view: any HistoryPreferencesView, store: any PreferenceStore) {
        self.view = view
        chosen = ChosenPreferences(in: store)
    }

    /// Call once.
    public func activate() {
        render()
        chosen.watch(for: self)
    }

    func adopt(_ preferences: Preferences) {
        render()
    }

    private func render() {
        var state = HistoryPreferencesState()
        state.preferences = chosen.current
        state.ages = HistoryPreferences.choicesOfDays.map { .init("\($0)", HistoryWording.name(ofDays: $0)) }
        view?.render(state)
    }

    private func choose(_ change: (inout HistoryPreferences) -> Void) {
        _ = chosen.change { change(&$0.history) }
        render()
    }

    /// Changes the preferences if the user agrees; otherwise shows the previous choice again.
    private func confirm(_ question: PageQuestion, _ change: @escaping (inout HistoryPreferences) -> Void) {
        Task {
            if await view?.ask(question) ?? false {
                choose(change)
            } else {
                render()
            }
        }
    }

    public func apply(_ change: PreferenceChange) {
        let old = chosen.current.history
        if change.value(of: \.history.keepsDictations) == false, old.keepsDictations {
            confirm(HistoryWording.stopKeepingDictations) { $0.keepsDictations = false }
        } else if change.value(of: \.history.keepsTerminal) == false, old.keepsTerminal {
            confirm(HistoryWording.stopKeepingTerminal) { $0.keepsTerminal = false }
        } else if change.value(of: \.history.keepsSound) == false, old.keepsSound {
            confirm(HistoryWording.stopKeepingSound) { $0.keepsSound = false }
        } else if let days = change.value(of: \.history.days), days > 0, old.days == 0 || days < old.days {
            confirm(HistoryWording.keepOnly(days: days)) { $0.days = days }
        } else {
            _ = chosen.change { $0.apply(change) }
            render()
        }
    }
}
