import ParlandoCore
import ParlandoServices

/// All data that determine the view state of the translator's preferences. `state` computes the view state from them.
struct TranslatorPreferencesScreen {
    typealias State = TranslatorPreferencesState

    /// The state of a list that is requested from a service.
    enum Listing<Item: Equatable, Failure: Equatable>: Equatable {
        case unknown
        case loading
        case found([Item])
        case failed(Failure)
    }

    var all = Preferences()
    var key = TranslatorKeys.Standing()
    var voiceKey = TranslatorKeys.Standing()
    var models = Listing<String, TranslationError>.unknown
    var voices = Listing<Voice, SynthesisError>.unknown
    /// The natural voices (neural networks) that are available for this computer, with their states.
    var natural = VoiceList()
    /// ISO 639-1 code of the language whose voices are listed.
    var voiceLanguage = ""
    /// The server address as the user typed it, if the address is not valid; otherwise nil.
    var refusedAddress: String?
    /// The new server address while it waits to be stored; otherwise nil. An early version stored keys without an
    /// address. Such a key is first bound to the former address, so that it is never sent to the new one.
    var pendingAddress: String?

    var preferences: TranslatorPreferences {
        all.translator
    }

    /// Properties of the chosen translation service.
    var service: ServiceDescriptor {
        preferences.service.descriptor
    }

    /// The server address that the text field shows.
    var shownAddress: String {
        refusedAddress ?? pendingAddress ?? preferences.address
    }

    var state: State {
        var state = State()
        state.preferences = all
        state.services = TranslationServiceKind.allCases.map { .init($0.rawValue, TranslatorWording.name(of: $0)) }
        state.serviceNote = TranslatorWording.terms(of: preferences.service)
        state.key = keyState
        showModels(in: &state)
        state.hasAddress = service.hasAddress
        state.address = shownAddress
        state.addressProblem = addressProblem
        showVoices(in: &state)
        state.pinningNote =
            preferences.pinsAuthorities
            ? tr("Accept only certificate authorities that Google uses")
            : tr("Off: anyone who can install a certificate on this computer can read what you send to Google")
        state.obstacles = obstacles
        state.consents = preferences.agreedServices.map {
            TranslatorPreferencesWording.consent(on: $0, preferences)
        }
        return state
    }

    /// The reasons that some settings have no effect with the chosen services, by setting.
    private var obstacles: [TranslatorSetting: String] {
        var obstacles: [TranslatorSetting: String] = [:]
        if !preferences.voiceService.descriptor.heedsRateAndPitch {
            let words = TranslatorPreferencesWording.unheeded(by: preferences.voiceService)
            (obstacles[.rate], obstacles[.pitch]) = (words, words)
        }
        if service.isLocal {
            obstacles[.perMinute] = tr("No limit: nothing is sent anywhere")
            obstacles[.waitsForNetwork] = tr("Not needed: texts are translated on this computer")
            obstacles[.fetchesAhead] = obstacles[.waitsForNetwork]
        }
        if service.home == nil, preferences.voiceService.descriptor.home == nil {
            obstacles[.pinsAuthorities] = tr("Only for Google's services, of which none is chosen")
        }
        return obstacles
    }

    /// Name of the key that the voice service needs in addition to the translation service's key, or nil if it needs no
    /// additional key.
    var voiceKeyOwner: SecretName? {
        let name = preferences.voiceService.descriptor.keyName
        return name == keyOwner ? nil : name
    }

    /// Name of the key that the translation service needs, or nil if it needs none.
    var keyOwner: SecretName? {
        service.keyName
    }

    // MARK: Keys

    /// The view state of the translation service's key; nil if the service uses no key, or if its server address is not
    /// set yet.
    private var keyState: State.Key? {
        let isOptional = service.keyNeed == .optional
        guard service.keyNeed != .none, !service.hasAddress || Origin(preferences.address) != nil else {
            return nil
        }
        return State.Key(
            owner: service.owner, title: isOptional ? tr("API Key (Optional)") : tr("API Key"),
            status: TranslatorPreferencesWording.status(key, isOptional: isOptional), isKept: key.canBeRemoved,
            terms: TranslatorWording.terms(of: preferences.service))
    }

    private var addressProblem: String {
        switch SecureAddress.problem(in: refusedAddress ?? "") {
        case nil: ""
        case .notAnAddress: tr("Enter a web address that starts with https://.")
        case .notSecure: tr("The address must start with https://, so nobody can tamper with your data.")
        }
    }

    // MARK: Models

    private func showModels(in state: inout State) {
        guard service.hasModels else {
            return
        }
        var names: [String] = []
        switch models {
        case .unknown: state.modelNote = key.isThere ? "" : tr("Enter a key to load the list of models.")
        case .loading: state.modelNote = tr("Loading list…")
        case .found(let found): names = found
        case .failed(let error): state.modelNote = error.message.text
        }
        if !preferences.model.isEmpty, !names.contains(preferences.model) {
            names.append(preferences.model)
        }
        state.models = [.init("", tr("Best Available"))] + names.map { .init($0, $0) }
    }

    // MARK: Voices

    private func showVoices(in state: inout State) {
        state.voiceServices = VoiceServiceKind.allCases.map { .init($0.rawValue, TranslatorWording.name(of: $0)) }
        state.voiceServiceNote =
            TranslatorWording.note(on: preferences.voiceService)
        if let voiceKeyOwner {
            state.voiceKey = State.Key(
                owner: voiceKeyOwner.owner, title: tr("Voice Service API Key"),
                status: TranslatorPreferencesWording.status(voiceKey, isOptional: true),
                isKept: voiceKey.canBeRemoved, terms: tr("Google Cloud and Gemini use different keys."))
        }
        state.voiceLanguages = SpeechLanguage.translated.map { .init($0.code, languageTitle($0)) }
        state.showsNaturalVoices = isLocal && !natural.entries.isEmpty
        state.naturalVoices = isLocal ? natural.entries.map(NaturalVoiceWording.row) : []
        state.naturalNote = isLocal ? NaturalVoiceWording.note(natural) : ""
        state.voiceLanguage = voiceLanguage
        var found: [Voice] = []
        switch voices {
        case .unknown: break
        case .loading: state.voiceNote = tr("Loading list…")
        case .found(let voices):
            found = voices
            state.voiceNote = voices.isEmpty ? tr("This service has no voice for this language.") : limits
        case .failed(let error): state.voiceNote = error.message.text
        }
        state.voice = preferences.voices[voiceChoice] ?? ""
        state.voices = [.init("", tr("Best Available"))] + found.map { .init($0.id, Self.title(of: $0)) }
        if !state.voices.contains(where: { $0.id == state.voice }) {
            state.voices.append(.init(state.voice, state.voice))
        }
        state.genders =
            [.init("", tr("Any"))]
            + VoiceGender.allCases.map { .init($0.rawValue, TranslatorPreferencesWording.title(of: $0)) }
        let naturals = found.filter(\.isNatural)
        state.genderNote = NaturalVoiceWording.genderNote(
            isVoiceChosen: !state.voice.isEmpty,
            only: naturals.count == 1 && natural.isInstalled ? naturals.first : nil)
    }

    /// Whether translations are spoken by a voice of this computer rather than an online service.
    private var isLocal: Bool {
        preferences.voiceService.descriptor.isLocal
    }

    /// Returns the name of a language. If voices of this computer speak, adds whether the language has a natural or a
    /// plain voice.
    private func languageTitle(_ language: SpeechLanguage) -> String {
        guard isLocal, !natural.entries.isEmpty else {
            return language.nativeName
        }
        let hasNatural =
            natural.isInstalled
            && natural.entries.contains { $0.model.voice?.language == language.code && $0.state == .present }
        return NaturalVoiceWording.language(language.nativeName, hasNatural: hasNatural)
    }

    /// Note about limitations of the voice service's voices for the chosen language; empty if there are none.
    private var limits: String {
        preferences.voiceService.descriptor.phoneticOnly.contains(voiceLanguage)
            ? tr("These voices read only kana, not kanji.") : ""
    }

    /// Key under which the chosen voice is stored in the preferences. The choice is stored per voice service and
    /// language.
    var voiceChoice: String {
        preferences.voiceService.rawValue + ":" + voiceLanguage
    }

    private static func title(of voice: Voice) -> String {
        [
            voice.name, voice.gender.map(TranslatorPreferencesWording.title),
            voice.isNatural ? trc("voice", "natural") : nil,
        ].compactMap { $0 }.joined(separator: " · ")
    }
}
