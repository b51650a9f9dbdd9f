public import ParlandoCore
public import ParlandoServices

public struct DictationPill: Sendable, Equatable {
    public struct Choice: Sendable, Equatable {
        /// Empty if there is no choice.
        public var options: [PreferencesViewState.Option] = []
        public var chosen = ""
        public var note = ""
    }

    /// Where speech is recognized: this computer, or one of the servers.
    public var engine = Choice()
    public var language = Choice()
    /// In place of the choice of a language.
    public var onlyLanguage = ""
    /// Empty if a server recognizes.
    public var models: [PreferencesViewState.ModelRow] = []
    /// Says when another model will be used.
    public var modelNote = ""
    public var microphone = Choice()
    /// Level of the microphone, from 0 (quiet room) to 1 (full scale).
    public var level = 0.0
}

extension DictationScreen {
    var pill: DictationPill {
        var pill = DictationPill()
        // What a session keeps to its end.
        let next = isAtRest ? "" : tr("From the next dictation")
        let engines = ServerWording.state(of: preferences).engines
        if engines.count > 1 {
            pill.engine = .init(options: engines, chosen: preferences.servers.engine, note: next)
        }
        let server = preferences.servers.engine()?.server
        if server != nil || panel.model?.model.isMultilingual == true {
            pill.language = .init(options: Self.languages, chosen: preferences.language, note: next)
        } else {
            pill.onlyLanguage = tr("English only")
        }
        if server == nil {
            pill.models = panel.entries.filter { !$0.isMissing || $0.isChosen }.map(Self.row)
            // A session that still waits for its model takes another one at once if it knows the language.
            pill.modelNote = panel.isModelReady || panel.sessionModel?.id != panel.model?.id ? next : ""
        }
        pill.microphone.options = DeviceOptions.options(of: microphones ?? [], chosen: preferences.microphone)
        pill.microphone.chosen = preferences.microphone
        if isPillOpen {
            switch isAtRest ? check : .level(panel.phase == .listening ? level : -.infinity) {
            case .level(let level): pill.level = LevelScale.fraction(ofDecibels: level)
            // The other page may give the microphone back at any moment.
            case .failure(let error): pill.microphone.note = error.isTaken ? "" : error.message.text
            }
        }
        return pill
    }

    static var languages: [PreferencesViewState.Option] {
        [.init("", tr("Detect Automatically"))] + SpeechLanguage.all.map { .init($0.code, $0.nativeName) }
    }

    private static func row(_ entry: ModelEntry) -> PreferencesViewState.ModelRow {
        var size = Quantities.bytes(entry.model.bytes)
        if case .downloading(let transfer) = entry.state {
            size = Quantities.progress(transfer)
        } else if entry.isMissing {
            size = tr("{size} to download", ["size": size])
        }
        return PreferencesViewState.ModelRow(
            id: entry.id, title: ModelWording.name(of: entry.model),
            subtitle: ModelWording.languages(of: entry.model) + " · " + size,
            isChosen: entry.isChosen && !entry.isMissing, canChoose: true)
    }
}

extension DictationPresenter {
    /// The microphone is measured while the popover is open and there is no session.
    public func setPillOpen(_ isOpen: Bool) {
        if screen.isPillOpen != isOpen {
            update { screen in
                screen.isPillOpen = isOpen
                screen.check = .level(-.infinity)
            }
        }
    }

    public func apply(_ change: PreferenceChange) {
        adopt(chosen.change { $0.apply(change) })
    }

    /// A model that is missing is downloaded first. The user may be asked about that.
    public func chooseModel(_ name: String) {
        guard let entry = screen.panel.entries.first(where: { $0.id == name }) else {
            return
        }
        if entry.isMissing {
            setPillOpen(false)
        }
        Task { [downloads] in await downloads.use(entry) { await self.ask($0) } }
    }

    public func showAllModels() {
        setPillOpen(false)
        view?.openPreferences(.models)
    }
}

extension DictationPresenter: MicrophoneCheckDelegate {
    public func microphoneCheck(_ check: MicrophoneCheck, didReport event: MicrophoneCheckEvent) {
        if screen.isPillOpen {
            update { $0.check = event }
        }
    }
}
