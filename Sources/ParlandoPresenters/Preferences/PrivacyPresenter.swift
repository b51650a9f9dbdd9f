public import ParlandoCore
public import ParlandoServices

public struct PrivacyState: Sendable, Equatable {
    public var preferences = Preferences()
    /// Purpose, location and size of each kind of data.
    public var notes: [KeptKind: String] = [:]
    /// How many keys are in the keyring, or why that is not known; empty until they were counted.
    public var keyNote = ""
    /// The programs that get dictated text.
    public var listenerNote = ""
    /// Whether the microphone stays open, and what for.
    public var aheadNote = ""
    /// What captions hear, and where their text goes.
    public var captionNote = ""

    public init() {}
}

/// The privacy page of the preferences window.
@MainActor public protocol PrivacyView: AnyObject {
    func render(_ state: PrivacyState)
    func showToast(_ text: String)
    func ask(_ question: PageQuestion) async -> Bool
}

/// Shows which data the program keeps, where, and their size. They are measured when the page is shown and, from then
/// on, when data or preferences change.
@MainActor public final class PrivacyPresenter: PreferenceReader {
    private weak var view: (any PrivacyView)?
    private let meter: any KeptDataMeter
    private let secrets: any SecretStore
    private let practice: any PracticeStore
    private let news: HistoryNews
    private let models: ModelService
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

    /// - Parameter home: shown as `~`; empty if there is none.
    public init(
        view: any PrivacyView, meter: any KeptDataMeter, secrets: any SecretStore, practice: any PracticeStore,
        news: HistoryNews, models: ModelService, store: any PreferenceStore, home: String
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

    /// Call once.
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
        new.aheadNote = PrivacyWording.note(onListeningAhead: chosen.current.listensAhead)
        new.captionNote = CaptionWording.note(chosen.current)
        if new != state || again {
            state = new
            view?.render(new)
        }
    }

    /// Does nothing before the page is first shown. A change during a measurement is followed by another.
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

    /// Deletes the results of exercises if the user agrees.
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

extension PrivacyPresenter {
    /// Call when the page was shown, or its window became active.
    public func refresh() {
        wasShown = true
        measure()
    }

    /// Asks first if the change deletes the results of exercises.
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
    public func historyService(_ service: HistoryService, didReport event: HistoryEvent) {
        if event == .changed {
            measure()
        }
    }
}

extension PrivacyPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
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
