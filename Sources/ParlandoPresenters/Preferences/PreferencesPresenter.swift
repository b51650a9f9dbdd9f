public import ParlandoCore
public import ParlandoServices

/// Turns the user's choices into preferences and commands, and events into the state of the preferences window.
@MainActor public final class PreferencesPresenter: PreferenceReader {
    weak var view: (any PreferencesView)?
    let models: any ModelKeeping
    private(set) var preferences: Preferences
    private let devices: any DeviceDirectory
    private let chosen: ChosenPreferences
    private let interfaceLanguages: [String]
    private(set) var entries: [ModelEntry] = []
    private var microphones: [AudioDevice] = []
    private var loudspeakers: [AudioDevice] = []
    /// The address of the download mirror as the user typed it, if the address is not valid; otherwise nil.
    private var refusedMirror: String?
    /// The preferences before the latest reset of each page.
    private var beforeReset: [PreferencesPage: Preferences] = [:]
    private var state: PreferencesViewState?
    private var listening: Task<Void, Never>?

    /// - Parameters:
    ///   - interfaceLanguages: codes of the languages into which the interface is translated, including `en`.
    public init(
        view: any PreferencesView, models: any ModelKeeping, devices: any DeviceDirectory,
        store: any PreferenceStore, interfaceLanguages: [String]
    ) {
        self.view = view
        self.models = models
        self.devices = devices
        chosen = ChosenPreferences(in: store)
        self.interfaceLanguages = interfaceLanguages
        preferences = chosen.current
    }

    deinit {
        listening?.cancel()
    }

    /// Renders the initial view state and starts to receive events. Call once.
    public func activate() {
        models.add(self)
        refresh()
        chosen.watch(for: self)
        let plugs = devices.changes()
        listening = Task { [weak self] in
            await self?.listDevices()
            for await _ in plugs {
                await self?.listDevices()
            }
        }
    }

    /// Changes the preferences, stores them and shows them. Values outside their valid range are clamped.
    func change(_ change: (inout Preferences) -> Void) {
        adopt(chosen.change(change))
    }

    /// Stores the address of the download mirror if it is valid. An invalid address is not stored; it stays in the
    /// field with a message about the problem.
    func changeMirror(to address: String) {
        let address = address.split(whereSeparator: \.isWhitespace).joined()
        refusedMirror = SecureAddress.problem(in: address) == nil ? nil : address
        change { preferences in
            if refusedMirror == nil {
                preferences.mirror = address
            }
        }
    }

    /// Resets the preferences of a page to their defaults.
    public func reset(_ page: PreferencesPage) {
        beforeReset[page] = preferences
        if page == .dictation {
            refusedMirror = nil
        }
        change { $0.take(page, from: Preferences()) }
        view?.showToast(tr("Preferences reset"), undoing: page)
    }

    /// Restores the preferences that a page had before its latest reset.
    public func undoReset(of page: PreferencesPage) {
        if let old = beforeReset.removeValue(forKey: page) {
            change { $0.take(page, from: old) }
        }
    }

    func adopt(_ entries: [ModelEntry]) {
        self.entries = entries
        refresh()
    }

    func adopt(_ preferences: Preferences) {
        self.preferences = preferences
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
