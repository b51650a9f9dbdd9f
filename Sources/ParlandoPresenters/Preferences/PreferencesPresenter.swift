public import ParlandoCore
public import ParlandoServices

/// Turns choices into preferences and commands, and news into what the preferences window shows.
@MainActor public final class PreferencesPresenter {
    weak var view: (any PreferencesView)?
    let models: any ModelKeeping
    private(set) var preferences: Preferences
    private let news: ModelNews
    private let devices: any DeviceDirectory
    private let store: any PreferenceStore
    private let interfaceLanguages: [String]
    private(set) var entries: [ModelEntry] = []
    private var microphones: [AudioDevice] = []
    private var loudspeakers: [AudioDevice] = []
    /// A mirror's address as it was typed, as long as it cannot be used.
    private var refusedMirror: String?
    private var state: PreferencesViewState?
    private var listening: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - news: what `models` has to say, shared with other screens.
    ///   - interfaceLanguages: codes of the languages that there are translations for, `en` included.
    public init(
        view: any PreferencesView, models: any ModelKeeping, news: ModelNews, devices: any DeviceDirectory,
        store: any PreferenceStore, interfaceLanguages: [String]
    ) {
        self.view = view
        self.models = models
        self.news = news
        self.devices = devices
        self.store = store
        self.interfaceLanguages = interfaceLanguages
        preferences = store.load().sanitized()
    }

    deinit {
        listening.forEach { $0.cancel() }
    }

    /// Shows the first state and begins to listen. Call once.
    public func activate() {
        view?.delegate = self
        news.add(self)
        refresh()
        let (choices, plugs) = (store.changes(), devices.changes())
        listening = [
            Task { [weak self] in
                for await _ in choices {
                    self?.reload()
                }
            },
            Task { [weak self] in
                await self?.listDevices()
                for await _ in plugs {
                    await self?.listDevices()
                }
            },
        ]
    }

    /// Changes the preferences, keeps them and shows them. Everything out of bounds is brought back into them.
    func change(_ change: (inout Preferences) -> Void) {
        // What was chosen elsewhere since is not undone.
        preferences = store.load().sanitized()
        var new = preferences
        change(&new)
        new = new.sanitized()
        guard new != preferences else {
            return refresh()
        }
        preferences = new
        store.save(new)
        refresh()
    }

    /// Takes an address over if it can be used; otherwise it stays in the field with what is wrong about it.
    func changeMirror(to address: String) {
        let address = address.split(whereSeparator: \.isWhitespace).joined()
        refusedMirror = SecureAddress.problem(in: address) == nil ? nil : address
        change { preferences in
            if refusedMirror == nil {
                preferences.mirror = address
            }
        }
    }

    func adopt(_ entries: [ModelEntry]) {
        self.entries = entries
        refresh()
    }

    /// Reads the choices anew: the news may be older than what was chosen here since.
    private func reload() {
        preferences = store.load().sanitized()
        refresh()
    }

    private func listDevices() async {
        microphones = await devices.microphones()
        loudspeakers = await devices.loudspeakers()
        refresh()
    }

    private func refresh() {
        let new = PreferencesScreen(
            preferences: preferences, models: entries, microphones: microphones, loudspeakers: loudspeakers,
            refusedMirror: refusedMirror, interfaceLanguages: interfaceLanguages
        ).state
        if new != state {
            state = new
            view?.render(new)
        }
    }
}

extension PreferencesPresenter: ModelServiceDelegate {
    public func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
        adopt(entries)
    }
}
