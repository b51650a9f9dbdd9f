public import ParlandoCore
public import ParlandoServices

/// Shows which data the program keeps, where, and their size. The data are measured whenever the page is shown. Once it
/// has been shown, they are also measured when the data or the preferences change.
@MainActor public final class PrivacyPresenter: PreferenceReader {
    private weak var view: (any PrivacyView)?
    private let meter: any KeptDataMeter
    private let secrets: any SecretStore
    private let practice: any PracticeStore
    private let news: HistoryNews
    private let models: any ModelKeeping
    private let chosen: ChosenPreferences
    private let home: String
    private var places: [KeptKind: KeptPlace] = [:]
    private var keys: Result<Int, SecretError>?
    private var sizesOfModels: [Int64] = []
    private var listeners: [String] = []
    private var wasShown = false
    private var measuring: Task<Void, Never>?
    /// Whether the data may have changed since the latest measurement began.
    private var isStale = false
    private var state: PrivacyState?

    /// - Parameters:
    ///   - news: forwards the events of the history.
    ///   - home: path of the user's home folder, which is shown as `~`; empty if there is none.
    public init(
        view: any PrivacyView, meter: any KeptDataMeter, secrets: any SecretStore, practice: any PracticeStore,
        news: HistoryNews, models: any ModelKeeping, store: any PreferenceStore, home: String
    ) {
        self.view = view
        self.meter = meter
        self.secrets = secrets
        self.practice = practice
        self.news = news
        self.models = models
        self.home = home
        chosen = ChosenPreferences(in: store)
    }

    /// Renders the initial view state and starts to receive events. Call once.
    public func activate() {
        render()
        news.add(self)
        models.add(self)
        chosen.watch(for: self)
    }

    func adopt(_ preferences: Preferences) {
        render()
        measure()
    }

    private func render(again: Bool = false) {
        var new = PrivacyState()
        new.preferences = chosen.current
        for kind in KeptKind.allCases {
            new.notes[kind] = PrivacyWording.note(on: kind, places[kind], home: home)
        }
        new.keyNote = keys.map(PrivacyWording.note) ?? ""
        new.listenerNote = PrivacyWording.note(onListeners: listeners)
        if new != state || again {
            state = new
            view?.render(new)
        }
    }

    /// Measures all data that the program keeps. Does nothing before the page is first shown. If a measurement is under
    /// way, another one follows it.
    private func measure() {
        guard wasShown else {
            return
        }
        isStale = true
        guard measuring == nil else {
            return
        }
        measuring = Task {
            while isStale {
                isStale = false
                places = await meter.measure()
                keys = await count()
                render()
            }
            measuring = nil
        }
    }

    private func count() async -> Result<Int, SecretError> {
        do throws(SecretError) {
            return .success(try await secrets.count())
        } catch {
            return .failure(error)
        }
    }

    /// Asks the user whether the results of exercises are to be deleted. If so, deletes the results and stops keeping
    /// new ones.
    private func stopKeepingPractice() {
        Task {
            guard await view?.ask(PrivacyWording.stopKeepingPractice) ?? false else {
                return render(again: true)
            }
            _ = chosen.change { $0.rhythm.keepsResults = false }
            do throws(KeptFileError) {
                try await practice.removeAll()
            } catch {
                view?.showToast(TranslatorPreferencesWording.left(error))
            }
            render()
            measure()
        }
    }
}

/// The user's actions.
extension PrivacyPresenter {
    /// Measures the data. Call when the privacy page was shown, or its window became the active window.
    public func refresh() {
        wasShown = true
        measure()
    }

    /// Stores a change of a preference. If it deletes the results of exercises, asks the user first.
    public func apply(_ change: PreferenceChange) {
        let hasResults = (places[.practice]?.bytes ?? 1) > 0
        if change.value(of: \.rhythm.keepsResults) == false, chosen.current.rhythm.keepsResults, hasResults {
            stopKeepingPractice()
        } else {
            _ = chosen.change { $0.apply(change) }
            render()
        }
    }
}

extension PrivacyPresenter: HistoryServiceDelegate {
    public func historyService(_ service: any HistoryKeeping, didReport event: HistoryEvent) {
        if event == .changed {
            measure()
        }
    }
}

extension PrivacyPresenter: ModelServiceDelegate {
    public func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
        let sizes = entries.map(\.diskUse)
        if sizes != sizesOfModels {
            sizesOfModels = sizes
            measure()
        }
    }
}

extension PrivacyPresenter: ControlPresenterDelegate {
    public func controlPresenter(_ presenter: ControlPresenter, didChangeListeners programs: [String]) {
        listeners = programs
        render()
    }
}

extension PrivacyPresenter: TranslatorPreferencesPresenterDelegate {
    public func translatorPreferencesPresenterDidChangeKeptData(_ presenter: TranslatorPreferencesPresenter) {
        measure()
    }
}
