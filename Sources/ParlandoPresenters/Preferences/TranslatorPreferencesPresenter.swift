public import ParlandoCore
public import ParlandoServices

/// Receives notifications that data or keys of the translator have changed.
@MainActor public protocol TranslatorPreferencesPresenterDelegate: AnyObject {
    /// Translations or sound on disk, or keys in the keyring, may have been added or removed.
    func translatorPreferencesPresenterDidChangeKeptData(_ presenter: TranslatorPreferencesPresenter)
}

/// Turns the user's choices about the translator into preferences, keys and commands, and the results into the view
/// state.
@MainActor public final class TranslatorPreferencesPresenter: PreferenceReader {
    /// Receives notifications that data or keys of the translator have changed.
    public weak var delegate: (any TranslatorPreferencesPresenterDelegate)?
    weak var view: (any TranslatorPreferencesView)?
    let translator: any Translating
    let keys: TranslatorKeys
    let archive: any TranslationArchive
    let files: any KeptFiles
    let chosen: ChosenPreferences
    let voices: (any VoiceKeeping)?
    private let calendar: any WallClock
    private(set) var screen = TranslatorPreferencesScreen()
    private var state: TranslatorPreferencesState?
    /// Number of server addresses that the user has entered so far. An address that had to wait for the keyring is
    /// stored only if no other address was entered meanwhile.
    var addressCount = 0
    /// Whether the translator's preferences have been shown. Before that, no lists are requested from services, and the
    /// keyring is not read.
    private var wasOpened = false

    /// - Parameters:
    ///   - calendar: provides the date that is stored when the user consents to the use of a service.
    ///   - voices: manages the natural voices of this computer; nil if there are none.
    public init(
        view: any TranslatorPreferencesView, translator: any Translating, keys: TranslatorKeys,
        archive: any TranslationArchive, files: any KeptFiles, store: any PreferenceStore,
        calendar: any WallClock, voices: (any VoiceKeeping)? = nil
    ) {
        self.view = view
        self.translator = translator
        self.keys = keys
        self.archive = archive
        self.files = files
        chosen = ChosenPreferences(in: store)
        self.calendar = calendar
        self.voices = voices
    }

    /// Today's date in ISO 8601 format, to be stored when the user consents to the use of a service.
    var today: String {
        HistoryWording.date(calendar.now)
    }

    func tellOfKeptData() {
        delegate?.translatorPreferencesPresenterDidChangeKeptData(self)
    }

    /// Renders the initial view state, tells the archive of translations which data may be kept on disk, and starts to
    /// receive events. Call once.
    public func activate() {
        voices?.delegate = self
        screen.all = chosen.current
        screen.voiceLanguage = screen.preferences.target
        update { _ in }
        permit()
        chosen.watch(for: self)
    }

    func update(_ change: (inout TranslatorPreferencesScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Renders the current state again, because the view shows a choice that was not stored.
    func renderAgain() {
        view?.render(screen.state)
    }

    /// Changes the preferences, stores them and shows them.
    func choose(_ change: (inout TranslatorPreferences) -> Void) {
        adopt(chosen.change { change(&$0.translator) })
    }

    func adopt(_ preferences: Preferences) {
        let effects = Preferences.effects(from: screen.all, to: preferences)
        update { $0.all = preferences }
        if effects.contains(.archive) {
            permit()
        }
        if wasOpened, effects.contains(.keys) {
            lookUpKeys()
        }
        if wasOpened, effects.contains(.voices) {
            listVoices()
        }
    }

    /// Tells the archive of translations which data may be kept on disk. The archive deletes all other data from disk.
    private func permit() {
        let (texts, sound) = (screen.preferences.keepsTranslations, screen.preferences.keepsAudio)
        Task {
            do throws(ArchiveError) {
                try await archive.allow(texts: texts, sound: sound)
            } catch {
                view?.showToast(error.message.text)
            }
            tellOfKeptData()
        }
    }

    // MARK: Requests when the preferences are shown

    /// Requests what the translator's preferences show. Call when they were shown.
    public func open() {
        wasOpened = true
        Task { [voices] in await voices?.refresh() }
        lookUpKeys()
        listVoices()
    }

    func lookUpKeys() {
        Task {
            let address = screen.preferences.address
            let key = await keys.standing(of: screen.keyOwner, address)
            let voiceKey = await keys.standing(of: screen.voiceKeyOwner, address)
            update { screen in
                screen.key = key
                screen.voiceKey = voiceKey
            }
            await listModels()
        }
    }

    private func listModels() async {
        guard screen.service.hasModels, screen.service.keyNeed != .required || screen.key.isThere else {
            return update { $0.models = .unknown }
        }
        update { $0.models = .loading }
        let choices = screen.preferences
        let options = TranslatorOptions(source: nil, target: choices.target, preferences: choices)
        do throws(TranslationError) {
            let models = try await translator.models(options)
            update { $0.models = .found(models) }
        } catch {
            update { $0.models = .failed(error) }
        }
    }

    func listVoices() {
        let (language, service) = (screen.voiceLanguage, screen.preferences.voiceService)
        update { $0.voices = .loading }
        Task {
            let answer: TranslatorPreferencesScreen.Listing<Voice, SynthesisError>
            do throws(SynthesisError) {
                answer = .found(try await translator.voices(for: language, of: service))
            } catch {
                answer = .failed(error)
            }
            // The user may have chosen another language or service meanwhile.
            if screen.voiceLanguage == language, screen.preferences.voiceService == service {
                update { $0.voices = answer }
            }
        }
    }
}

extension TranslatorPreferencesPresenter: VoiceKeeperDelegate {
    public func voiceKeeper(_ keeper: any VoiceKeeping, didChange list: VoiceList) {
        let old = Set(screen.natural.entries.filter { $0.state == .present }.map(\.id))
        update { $0.natural = list }
        if wasOpened, old != Set(list.entries.filter { $0.state == .present }.map(\.id)) {
            listVoices()
        }
    }
}
