public import ParlandoCore
public import ParlandoServices

/// Told when data or keys of the translator have changed.
@MainActor public protocol TranslatorPreferencesPresenterDelegate: AnyObject {
    func translatorPreferencesPresenterDidChangeKeptData(_ presenter: TranslatorPreferencesPresenter)
}

/// Turns the user's choices about the translator into preferences, keys and commands.
@MainActor public final class TranslatorPreferencesPresenter: PreferenceReader {
    public weak var delegate: (any TranslatorPreferencesPresenterDelegate)?
    private weak var view: (any TranslatorPreferencesView)?
    let translator: TranslatorService
    private let keys: TranslatorKeys
    private let archive: any TranslationArchive
    private let files: any KeptFiles
    private let chosen: ChosenPreferences
    let voices: VoiceKeeper?
    private let calendar: any WallClock
    private var screen = TranslatorPreferencesScreen()
    private var state: TranslatorPreferencesState?
    /// Counts the addresses that were entered: one that waited for the keyring is stored only if no other came
    /// meanwhile.
    private var addressCount = 0
    /// Before the preferences were shown, no service is asked and the keyring is not read.
    private var wasOpened = false

    /// - Parameter voices: nil if there are no natural voices.
    public init(
        view: any TranslatorPreferencesView, translator: TranslatorService, keys: TranslatorKeys,
        archive: any TranslationArchive, files: any KeptFiles, store: any PreferenceStore,
        calendar: any WallClock, voices: VoiceKeeper? = nil
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

    /// ISO 8601, for a consent.
    private var today: String {
        HistoryWording.date(calendar.now)
    }

    private func tellOfKeptData() {
        delegate?.translatorPreferencesPresenterDidChangeKeptData(self)
    }

    /// Shows the preferences, and tells the translation archive what may be kept. Call once.
    public func activate() {
        voices?.delegate = self
        screen.all = chosen.current
        screen.voiceLanguage = screen.preferences.target
        update { _ in }
        permit()
        chosen.watch(for: self)
    }

    private func update(_ change: (inout TranslatorPreferencesScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// The view shows a choice that was not stored.
    private func renderAgain() {
        view?.render(screen.state)
    }

    private func choose(_ change: (inout TranslatorPreferences) -> Void) {
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

    /// The archive deletes all other data from disk.
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

    /// Call when the preferences were shown.
    public func open() {
        wasOpened = true
        Task { [voices] in await voices?.refresh() }
        lookUpKeys()
        listVoices()
    }

    private func lookUpKeys() {
        Task {
            let address = screen.preferences.address
            let key = await keys.standing(of: screen.service.keyName, address)
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

    private func listVoices() {
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
    public func voiceKeeper(_ keeper: VoiceKeeper, didChange list: VoiceList) {
        let old = Set(screen.natural.entries.filter { $0.state == .present }.map(\.id))
        update { $0.natural = list }
        if wasOpened, old != Set(list.entries.filter { $0.state == .present }.map(\.id)) {
            listVoices()
        }
    }
}

extension TranslatorPreferencesPresenter {
    /// Some changes are stored only after the user or the keyring has agreed.
    public func apply(_ change: PreferenceChange) {
        let old = screen.preferences
        if let address = change.value(of: \.translator.address) {
            changeAddress(to: address)
        } else if let service = change.value(of: \.translator.voiceService) {
            changeVoiceService(to: service)
        } else if change.value(of: \.translator.pinsAuthorities) == false, old.pinsAuthorities {
            confirm(TranslatorPreferencesWording.unpin) { $0.pinsAuthorities = false }
        } else if change.value(of: \.translator.keepsTranslations) == false, old.keepsTranslations {
            stopKeeping()
        } else {
            adopt(chosen.change { $0.apply(change) })
        }
    }

    public func chooseVoiceLanguage(_ code: String) {
        update { $0.voiceLanguage = code }
        listVoices()
    }

    /// - Parameter id: empty for the best voice.
    public func chooseVoice(_ id: String) {
        let choice = screen.voiceChoice
        choose { $0.voices[choice] = id.isEmpty ? nil : id }
    }

    /// Text that waits to be sent is discarded.
    public func withdraw(_ service: String) {
        guard service != CleanupWording.consentID else {
            adopt(chosen.change { $0.cleanup.agreedPlace = "" })
            view?.showToast(tr("No more text is sent to the language model until you allow it again"))
            return
        }
        // The consent for captions ends with it.
        choose { $0.agreedServices.removeAll { $0.hasSuffix(service) } }
        Task { [translator] in await translator.stopSending() }
        view?.showToast(TranslatorPreferencesWording.withdrawn(service))
    }

    /// Replaces the earlier key of the same service.
    public func enterKey(_ key: Private<String>, of owner: TranslatorKeyOwner) {
        let text = Private(key.revealed.split(whereSeparator: \.isWhitespace).joined())
        guard !text.revealed.isEmpty, let name = self.name(of: owner) else {
            return
        }
        let isRefused = Self.serverKeys.contains(name) && screen.refusedAddress != nil
        guard !isRefused, let origin = keys.origin(of: name, screen.shownAddress) else {
            view?.showToast(isRefused ? screen.state.addressProblem : ServerError(.invalidAddress).message.text)
            view?.endKeyEntry(of: owner, isSaved: false)
            return
        }
        Task {
            do throws(SecretError) {
                // The note below the field says if the key is kept in memory only. Its text then stays in the field.
                if try await keys.keep(text, as: name, for: origin) {
                    view?.showToast(TranslatorPreferencesWording.kept(besides: keys.variable(of: name)))
                    view?.endKeyEntry(of: owner, isSaved: true)
                }
            } catch {
                view?.showToast(error.message.text)
                view?.endKeyEntry(of: owner, isSaved: false)
            }
            lookUpKeys()
            tellOfKeptData()
        }
    }

    public func removeKey(of owner: TranslatorKeyOwner) {
        guard let name = name(of: owner) else {
            return
        }
        Task {
            do throws(SecretError) {
                try await keys.secrets.remove(name)
                view?.showToast(tr("API key removed"))
            } catch {
                view?.showToast(error.message.text)
            }
            lookUpKeys()
            tellOfKeptData()
        }
    }

    /// Deletes all data that the program keeps, and resets the preferences.
    public func removeAll() {
        Task {
            guard await view?.ask(TranslatorPreferencesWording.removeAll) ?? false else {
                return
            }
            await translator.stopSending()
            // An address that is still waiting for the keyring must not be stored after the removal.
            addressCount += 1
            update { ($0.refusedAddress, $0.pendingAddress) = (nil, nil) }
            await deleteAll()
        }
    }

    // MARK: Commands

    /// Of services whose address the user sets, such as LibreTranslate.
    private static let serverKeys = TranslationServiceKind.allCases.map(\.descriptor).filter(\.hasAddress)
        .compactMap(\.keyName)

    private func name(of owner: TranslatorKeyOwner) -> SecretName? {
        owner == .translation ? screen.service.keyName : screen.voiceKeyOwner
    }

    /// An invalid address stays in the field with a message. A new one needs a new consent.
    private func changeAddress(to address: String) {
        let address = address.split(whereSeparator: \.isWhitespace).joined()
        let isRefused = SecureAddress.problem(in: address) != nil
        addressCount += 1
        update {
            $0.refusedAddress = isRefused ? address : nil
            $0.pendingAddress = isRefused ? nil : address
        }
        if !isRefused {
            leaveKey(goingTo: address)
        }
    }

    /// First binds a key without an origin to the address that is replaced, so that it is never sent to the new server.
    private func leaveKey(goingTo address: String) {
        let number = addressCount
        let place = Origin(screen.preferences.address)
        guard let place, place != Origin(address) else {
            return take(address)
        }
        Task {
            do throws(SecretError) {
                for name in Self.serverKeys {
                    try await keys.secrets.settle(name, at: place)
                }
                if number == addressCount {
                    take(address)
                }
            } catch {
                guard number == addressCount else {
                    return
                }
                update { $0.pendingAddress = nil }
                view?.showToast(error.message.text)
                renderAgain()
            }
        }
    }

    private func take(_ address: String) {
        choose { choices in
            if choices.address != address {
                choices.agreedServices.removeAll { ServiceDescriptor(id: $0)?.hasAddress == true }
            }
            choices.address = address
        }
        update { $0.pendingAddress = nil }
    }

    /// Asks first if the new service sends translations to a company.
    private func changeVoiceService(to service: VoiceServiceKind) {
        let isAgreed =
            service.descriptor.isLocal || screen.preferences.agreedServices.contains(service.rawValue)
        guard !isAgreed, service != screen.preferences.voiceService else {
            return choose { $0.voiceService = service }
        }
        confirm(TranslatorWording.consent(service, engine: chosen.current.servers.engine())) { [today] choices in
            choices.voiceService = service
            choices.agree(to: service.rawValue, on: today)
        }
    }

    private func confirm(_ question: PageQuestion, _ change: @escaping (inout TranslatorPreferences) -> Void) {
        Task {
            if await view?.ask(question) ?? false {
                choose(change)
            } else {
                renderAgain()
            }
        }
    }

    /// Also deletes the translations on disk. If there are any, asks first.
    private func stopKeeping() {
        Task {
            let kept = try? await archive.history(matching: "", limit: 1)
            if kept?.isEmpty ?? false {
                choose { $0.keepsTranslations = false }
            } else {
                confirm(TranslatorPreferencesWording.stopKeeping) { $0.keepsTranslations = false }
            }
        }
    }

    /// If one part cannot be deleted, the others are all the same, and the first failure is shown.
    private func deleteAll() async {
        var failures: [String] = []
        do throws(ArchiveError) {
            try await archive.removeAll()
        } catch {
            failures.append(error.message.text)
        }
        do throws(KeptFileError) {
            try await files.removeAll()
        } catch {
            failures.append(TranslatorPreferencesWording.left(error))
        }
        do throws(SecretError) {
            try await keys.secrets.removeAll()
        } catch {
            // Without a keyring, there are no keys.
            if error.kind != .absent {
                failures.append(error.message.text)
            }
        }
        chosen.reset()
        choose { $0 = TranslatorPreferences() }
        lookUpKeys()
        tellOfKeptData()
        view?.showToast(failures.first ?? tr("All data deleted"))
    }
}

/// The list of natural voices.
extension TranslatorPreferencesPresenter {
    public func press(_ press: ModelPress, of voice: String) {
        guard let voices, let entry = screen.natural.entries.first(where: { $0.id == voice }) else {
            return
        }
        switch press {
        case .listen: play(entry.model)
        case .download:
            // The row warns that the connection may be metered. Pressing Download again accepts that.
            let agrees = entry.state.isStoppedByCost
            Task { await voices.download(voice, allowMetered: agrees) }
        case .cancel: Task { await voices.cancelDownload(voice) }
        case .remove:
            run(.removal) { [weak view] () async throws(ModelError) in
                try await voices.remove(voice)
                view?.offerUndo(NaturalVoiceWording.removed(entry.model), ofRemovingVoice: voice)
            }
        case .choose, .importFile: break
        }
    }

    public func restoreVoice(_ voice: String) {
        run(.restoring) { [voices, weak view] () async throws(ModelError) in
            do throws(ModelError) {
                try await voices?.restore(voice)
            } catch {
                view?.offerUndo(NaturalVoiceWording.problem(error, in: .restoring), ofRemovingVoice: voice)
            }
        }
    }

    /// The offer to undo has disappeared.
    public func forgetRemovedVoice(_ voice: String) {
        run(.removal) { [voices] () async throws(ModelError) in try await voices?.forgetRemoved(voice) }
    }

    private func run(
        _ action: NaturalVoiceWording.Action, _ command: @escaping @MainActor () async throws(ModelError) -> Void
    ) {
        Task {
            do throws(ModelError) {
                try await command()
            } catch {
                view?.showToast(NaturalVoiceWording.problem(error, in: action))
            }
            tellOfKeptData()
        }
    }

    public func importVoice(from path: String) {
        guard let voices else {
            return
        }
        run(.importing) { [weak view] () async throws(ModelError) in
            if let name = try await voices.importVoice(from: path) {
                view?.showToast(NaturalVoiceWording.imported(name))
            }
        }
    }

    /// With the speed, pitch and volume of the preferences.
    private func play(_ model: SpeechModel) {
        guard let language = model.voice?.language, let text = VoiceSample.text(in: language) else {
            return
        }
        var choices = screen.preferences
        choices.voiceService = .local
        choices.voices["\(VoiceServiceKind.local.rawValue):\(language)"] = Voice.natural(model.name)
        var options = TranslatorOptions(source: nil, target: language, preferences: choices)
        options.loudspeaker = chosen.current.loudspeaker
        Task { [weak self, translator, options] in
            do throws(TranslatorFailure) {
                try await translator.speakSample(Private(text), language: language, options)
            } catch {
                self?.view?.showToast(error.message.text)
            }
        }
    }
}
