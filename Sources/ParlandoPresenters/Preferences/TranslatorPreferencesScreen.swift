public import ParlandoCore
import ParlandoServices

public struct TranslatorPreferencesState: Sendable, Equatable {
    public typealias Option = PreferencesViewState.Option

    /// The row for an API key, without the key itself.
    public struct Key: Sendable, Equatable {
        public var owner: String
        public var title: String
        /// Whether a key is stored, or why that is not known.
        public var status: String
        /// There is a key that can be removed, in the keyring or in memory.
        public var isKept: Bool
        /// How the service uses the texts that it receives.
        public var terms: String
    }

    /// A service to which the user has agreed that text is sent.
    public struct Consent: Sendable, Equatable, Identifiable {
        public var id: String
        public var title: String
        public var note: String
    }

    public var preferences = Preferences()
    public var services: [Option] = []
    public var serviceNote = ""
    /// Nil if the service uses no key, or its address is not set yet.
    public var key: Key?
    /// Empty if the service offers no choice.
    public var models: [Option] = []
    /// Why the list is empty, or that it is being loaded.
    public var modelNote = ""
    /// The service is a server whose address the user sets.
    public var hasAddress = false
    public var address = ""
    public var addressProblem = ""
    public var voiceServices: [Option] = []
    /// Whether the service works offline or sends the translation to a company.
    public var voiceServiceNote = ""
    /// Nil if the service needs none or uses that of the translation service.
    public var voiceKey: Key?
    public var voiceLanguages: [Option] = []
    public var voiceLanguage = ""
    public var voices: [Option] = []
    public var voice = ""
    /// That the list is being loaded, why it is empty, or a limitation of the voices.
    public var voiceNote = ""
    /// Why settings have no effect with the chosen services.
    public var obstacles: [TranslatorSetting: String] = [:]
    public var genders: [Option] = []
    /// Why the gender has no effect.
    public var genderNote = ""
    /// Empty if an online service speaks.
    public var naturalVoices: [PreferencesViewState.ModelRow] = []
    public var showsNaturalVoices = false
    /// Explains natural voices, or why they cannot be used.
    public var naturalNote = ""
    public var pinningNote = ""
    public var consents: [Consent] = []

    public init() {}
}

/// A setting that has no effect with some services.
public enum TranslatorSetting: Sendable, CaseIterable {
    case rate
    case pitch
    case perMinute
    case waitsForNetwork
    case fetchesAhead
    case pinsAuthorities
}

public enum TranslatorKeyOwner: Sendable, Equatable {
    case translation
    case voice
}

@MainActor public protocol TranslatorPreferencesView: AnyObject {
    func render(_ state: TranslatorPreferencesState)
    func showToast(_ text: String)
    func offerUndo(_ text: String, ofRemovingVoice voice: String)
    /// If the key is in the keyring now, its text disappears from the field. Otherwise it stays and can be entered
    /// again.
    func endKeyEntry(of owner: TranslatorKeyOwner, isSaved: Bool)
    func ask(_ question: PageQuestion) async -> Bool
}

struct TranslatorPreferencesScreen {
    typealias State = TranslatorPreferencesState

    /// A list that is requested from a service.
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
    var natural = VoiceList()
    /// ISO 639-1, of the voices that are listed.
    var voiceLanguage = ""
    /// As the user typed it, if it is not valid.
    var refusedAddress: String?
    /// While it waits to be stored: a key that an early version stored without an address is first bound to the former
    /// one.
    var pendingAddress: String?

    var preferences: TranslatorPreferences {
        all.translator
    }

    var service: ServiceDescriptor {
        preferences.service.descriptor
    }

    var shownAddress: String {
        refusedAddress ?? pendingAddress ?? preferences.address
    }

    var state: State {
        var state = State()
        state.preferences = all
        state.services = TranslationServiceKind.allCases.map {
            .init($0.rawValue, TranslatorWording.name(of: $0.descriptor))
        }
        state.serviceNote = TranslatorWording.terms(of: service)
        state.key = keyState
        showModels(in: &state)
        state.hasAddress = service.hasAddress
        state.address = shownAddress
        state.addressProblem = refusedAddress.flatMap { SecureAddress.problem(in: $0) }?.sentence ?? ""
        showVoices(in: &state)
        state.pinningNote =
            preferences.pinsAuthorities
            ? tr("Accept only certificate authorities that Google uses")
            : tr("Off: anyone who can install a certificate on this computer can read what you send to Google")
        state.obstacles = obstacles
        state.consents = preferences.agreedServices.filter { !$0.hasPrefix(TranslationServiceKind.captions) }.map {
            TranslatorPreferencesWording.consent(on: $0, preferences)
        }
        state.consents += CleanupWording.consent(all).map { [$0] } ?? []
        return state
    }

    /// Why some settings have no effect with the chosen services.
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
        if !service.isGoogle, !preferences.voiceService.descriptor.isGoogle {
            obstacles[.pinsAuthorities] = tr("Only for Google's services; none is selected")
        }
        return obstacles
    }

    /// Nil if the voice service needs no key besides that of the translation service.
    var voiceKeyOwner: SecretName? {
        let name = preferences.voiceService.descriptor.keyName
        return name == service.keyName ? nil : name
    }

    // MARK: Keys

    /// Nil if the service uses no key, or its address is not set yet.
    private var keyState: State.Key? {
        let isOptional = service.keyNeed == .optional
        guard service.keyNeed != .none, !service.hasAddress || Origin(preferences.address) != nil else {
            return nil
        }
        return State.Key(
            owner: service.owner, title: isOptional ? tr("API Key (Optional)") : tr("API Key"),
            status: TranslatorPreferencesWording.status(key, isOptional: isOptional), isKept: key.canBeRemoved,
            terms: TranslatorWording.terms(of: service))
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
        state.voiceServices = VoiceServiceKind.allCases.map {
            .init($0.rawValue, TranslatorWording.name(of: $0.descriptor))
        }
        state.voiceServiceNote = TranslatorWording.note(onVoice: preferences.voiceService.descriptor)
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

    private var isLocal: Bool {
        preferences.voiceService.descriptor.isLocal
    }

    /// With local voices, adds whether the language has a natural or a plain one.
    private func languageTitle(_ language: SpeechLanguage) -> String {
        guard isLocal, !natural.entries.isEmpty else {
            return language.nativeName
        }
        let hasNatural =
            natural.isInstalled
            && natural.entries.contains { $0.model.voice?.language == language.code && $0.state == .present }
        return NaturalVoiceWording.language(language.nativeName, hasNatural: hasNatural)
    }

    private var limits: String {
        preferences.voiceService.descriptor.phoneticOnly.contains(voiceLanguage)
            ? tr("These voices read only kana, not kanji.") : ""
    }

    /// Voices are chosen per service and language.
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
