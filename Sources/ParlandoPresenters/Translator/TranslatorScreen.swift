import ParlandoCore
import ParlandoServices

/// What determines the view state of the translator page.
struct TranslatorScreen {
    typealias State = TranslatorViewState

    /// A failure with its stage and exchange.
    struct Failure: Equatable {
        var failure: TranslatorFailure
        var stage: TranslatorStage
        var exchange: Exchange.ID?
        /// Whether the service can translate speech into the target language, so that the user is advised to speak.
        var needsSpeech = false
    }

    var stage = TranslatorStage.idle
    /// Until the service answers a command, the button has no effect.
    var isWaiting = false
    var isTyped = false
    var preferences = TranslatorPreferences()
    var isConversation = false
    var source = ""
    /// Whether `source` was edited since it was dictated or translated.
    var isEdited = false
    /// The exchanges of the current translation, in order; in a conversation only of the latest turn.
    var exchanges: [Exchange] = []
    /// The previous turn of a conversation.
    var earlier: Exchange?
    /// Texts that were not yet translated when the user entered the next one, in order; they stay on the page.
    var ahead: [Exchange] = []
    /// Texts whose translation the user has stopped.
    var stopped: Set<Exchange.ID> = []
    /// The texts that wait for the translation under way.
    var waiting: [Exchange.ID] = []
    /// The pairs of each service that does not translate between all languages, once they are known.
    var pairs: [TranslationServiceKind: TranslationPairs] = [:]
    /// Exchanges that were removed from the page. Later events about these are ignored.
    var retired: Set<Exchange.ID> = []
    /// Complete exchanges that are not in the history, because it is off or could not store them.
    var unkept: Set<Exchange.ID> = []
    /// In dBFS.
    var level = -Double.infinity
    /// The pane whose text is being spoken.
    var sounding: TranslatorSide?
    var isSpeechPaused = false
    var played: (seconds: Double, total: Double?)?
    var notice: TranslatorNotice?
    /// The failures, at most one for each text. The banner shows the latest.
    var failures: [Failure] = []
    /// The engine that recognises speech; nil if the chosen server is no longer in the list.
    var engine: RecognitionEngine? = .local
    var models: [ModelEntry] = []
    /// The exchange that was opened from the history.
    var shown: Exchange.ID?
    /// Whether the translation must come from the service and not from the archive.
    var isAnew = false
    /// Whether there is a key for the service; nil if this is not known yet.
    var hasKey: Bool?
    /// The value of `texts` when it was last saved to a file.
    var saved = ""

    private static let manyCharacters = Phrase.mostCharacters * 9 / 10

    private static let longestInList = 60

    var failure: Failure? {
        failures.last
    }

    var state: State {
        var state = State()
        state.source = pane(.source)
        state.target = pane(.target)
        state.recentPairs = recentPairs
        state.setup = setup
        state.canSwap = swapped != nil
        state.button = button
        state.buttonLabel = buttonLabel
        state.level = stage == .listening ? LevelScale.fraction(ofDecibels: level) : 0
        state.isTranslateStop = isStopOfTranslation
        state.translateLabel = state.isTranslateStop ? tr("Stop") : tr("Translate")
        state.canTranslate = state.isTranslateStop || (hasSource && !isTooLong && !lacksLanguage && stage != .listening)
        state.queue = queue
        state.canCancel = stage != .idle
        state.counter = counter
        state.isTooLong = isTooLong
        state.canClear = !source.isEmpty || !exchanges.isEmpty || !ahead.isEmpty
        state.canTranslateAnew = exchangeToDoAnew != nil
        state.canSaveSound = !text(on: .target).isEmpty && !state.target.isInterim
        state.speaks = preferences.speaks
        state.isConversation = isConversation
        state.chip = TranslatorWording.name(of: preferences.service.descriptor)
        state.chipTooltip = tr("Translated by {service}", ["service": state.chip])
        state.banner = banner
        state.status = status
        state.farewell = farewell
        return state
    }

    /// The exchange that the service can translate again, because its translation was made earlier.
    var exchangeToDoAnew: Exchange? {
        guard stage == .idle, !isWaiting, !isEdited else {
            return nil
        }
        return exchanges.first { exchange in
            // Speech could not be translated again without its sound.
            let isText = pairs[preferences.service]?.contains(
                from: exchange.sourceLanguage, into: exchange.targetLanguage)
            return exchange.isWhole && (exchange.isRemembered || exchange.id == shown) && isText != false
        }
    }

    // MARK: Buttons

    private var button: PageButton {
        switch stage {
        case .idle: isWaiting && !isTyped ? .wait : .start
        case .listening: isWaiting ? .wait : .stop
        case .transcribing: .stop
        // The user can speak while a text is being translated.
        case .translating: isConversation ? .stop : .start
        case .speaking: isTyped ? .start : .stop
        }
    }

    /// Once the user has edited the text, the button translates the new text instead.
    private var isStopOfTranslation: Bool {
        stage == .translating && !isEdited && !isConversation
    }

    private var buttonLabel: String {
        switch stage {
        case .idle: tr("Speak")
        case .listening, .transcribing: tr("Stop")
        case .translating: isConversation ? tr("Stop") : tr("Speak")
        case .speaking: isTyped ? tr("Speak") : tr("Stop")
        }
    }

    // MARK: Characters

    var hasSource: Bool {
        source.contains { !$0.isWhitespace }
    }

    var isTooLong: Bool {
        // The number of bytes is available at once, whereas characters have to be counted.
        source.utf8.count > Phrase.mostCharacters && source.count > Phrase.mostCharacters
    }

    /// Whether the user has to choose the text's language: this computer detects only that of speech.
    var lacksLanguage: Bool {
        isEdited && hasSource && preferences.source.isEmpty && preferences.service.descriptor.hasPairs
    }

    private var counter: String {
        guard source.utf8.count >= Self.manyCharacters, source.count >= Self.manyCharacters else {
            return ""
        }
        return "\(source.count) / \(Phrase.mostCharacters)"
    }

    // MARK: Status line and banner

    /// Does not repeat the banner.
    private var status: String {
        switch notice {
        case .waiting where stage == .translating:
            // A screen reader would announce each second of the countdown.
            return tr("Waiting to try again")
        case .waitingForNetwork where stage == .translating:
            return tr("Waiting for the network")
        default:
            break
        }
        if stage == .listening {
            return TranslatorWording.listening(engine?.server, models)
        }
        guard stage != .idle || need == nil else {
            // The service still lacks a key or an address.
            return ""
        }
        guard stage == .idle, let last = exchanges.last, last.isWhole else {
            return failure == nil || stage != .idle
                ? TranslatorWording.status(stage, service: preferences.service.descriptor) : ""
        }
        if last.isRemembered {
            return tr("Translated earlier; nothing sent")
        }
        if last.service?.descriptor.isRough == true {
            return TranslatorWording.rough
        }
        let service = last.service.map { TranslatorWording.name(of: $0.descriptor) } ?? ""
        return service.isEmpty ? tr("Translated") : tr("Translated with {service}", ["service": service])
    }

    private var queue: State.Queue? {
        guard !waiting.isEmpty else {
            return nil
        }
        let texts = waiting.compactMap { id in (ahead + exchanges).first { $0.id == id }?.source.revealed }
        return State.Queue(
            text: trn("{count} text is waiting", "{count} texts are waiting", waiting.count),
            texts: texts.map { String($0.prefix(Self.longestInList)) }.joined(separator: "\n"))
    }

    private var waitForModel: Message? {
        let isRecognising = stage == .listening || stage == .transcribing
        return isRecognising && engine == .local ? TranslatorWording.waiting(for: models) : nil
    }

    private var banner: PageBanner? {
        if let failure {
            let message = failure.message
            return PageBanner(
                message.text, tone: failure.failure.tone, action: message.action,
                alternative: failure.failure.alternative(in: failure.stage))
        }
        if isTooLong {
            return PageBanner(TranslationError(.tooLong).message.text, tone: .warning)
        }
        if lacksLanguage {
            return PageBanner(TranslationError(.sourceUnknown).message.text, tone: .information)
        }
        guard let notice else {
            return waitForModel.map { PageBanner($0.text, tone: .information) }
        }
        return PageBanner(notice.message.text, tone: notice.tone, action: notice.message.action)
    }
}

extension TranslatorScreen {
    /// What another service lacked, or was not agreed to, is no failure of the one chosen now.
    mutating func adopt(_ preferences: TranslatorPreferences) {
        if preferences.service != self.preferences.service {
            hasKey = nil
            failures.removeAll { $0.lacksKey || ($0.stage == .translating && $0.exchange == nil) }
        }
        self.preferences = preferences
    }
}

extension TranslatorScreen.Failure {
    var lacksKey: Bool {
        if case .translation(let error) = failure {
            return error.kind == .keyMissing
        }
        return false
    }

    var message: Message {
        if needsSpeech, case .translation(let error) = failure, error.kind == .pairRefused {
            return TranslatorWording.onlySpeech
        }
        return failure.message
    }
}

extension TranslatorScreen {
    /// What the chosen service lacks to translate.
    enum Need: Equatable {
        case key
        case address
        /// Packages or models have to be installed.
        case install(LanguagePair, TranslationPairs.Missing)
        /// The service cannot translate between these.
        case languages(LanguagePair)
    }

    /// What is missing; nil if nothing is known to be.
    var need: Need? {
        let descriptor = preferences.service.descriptor
        if descriptor.hasAddress, preferences.address.isEmpty {
            return .address
        }
        guard descriptor.keyNeed == .required else {
            return pairNeed
        }
        return hasKey == false ? .key : nil
    }

    private var pairNeed: Need? {
        let target = preferences.target
        let source = preferences.source.isEmpty ? nil : preferences.source
        guard let pairs = pairs[preferences.service], !canTranslate(from: source, into: target) else {
            return nil
        }
        let pair = source.map { LanguagePair(source: $0, target: target) } ?? pairs.missingPair(into: target)
        guard let pair else {
            return .languages(LanguagePair(source: source ?? "", target: target))
        }
        return pairs.missing[pair].map { .install(pair, $0) } ?? .languages(pair)
    }

    /// Nil if the chosen service can be used, or if there is a translation. A text that only other languages or
    /// packages would translate takes its place.
    var setup: TranslatorSetup? {
        guard stage == .idle, !isWaiting, exchanges.isEmpty, let need,
            source.isEmpty || need == .key || need == .address
        else {
            return nil
        }
        return TranslatorWording.setup(preferences.service, need, pairs)
    }

    /// Whether text or speech can be translated; true if the service's pairs are not known. `source` is nil for any
    /// language.
    func canTranslate(from source: String?, into target: String) -> Bool {
        guard let pairs = pairs[preferences.service] else {
            return true
        }
        return pairs.contains(from: source, into: target) || canTranslateSpeech(into: target)
    }

    /// Speech in any language.
    func canTranslateSpeech(into target: String) -> Bool {
        guard let direct = preferences.service.descriptor.speechTarget else {
            return false
        }
        return target == direct || pairs[preferences.service]?.contains(from: direct, into: target) == true
    }

    /// Says why the service cannot translate between two languages, or what has to be installed before it can. At
    /// least one is empty. An empty `source` means any language.
    func hindrance(from source: String, into target: String) -> (obstacle: String, note: String) {
        let known = source.isEmpty ? nil : source
        guard source != target, let pairs = pairs[preferences.service], !canTranslate(from: known, into: target) else {
            return ("", "")
        }
        let pair = known.map { LanguagePair(source: $0, target: target) } ?? pairs.missingPair(into: target)
        guard let missing = pair.flatMap({ pairs.missing[$0] }) else {
            return (TranslatorWording.noPair(preferences.service, from: source, into: target), "")
        }
        return ("", TranslatorWording.needs(missing))
    }
}

extension TranslationPairs {
    /// A pair into the target language that lacks something, preferably from English.
    fileprivate func missingPair(into target: String) -> LanguagePair? {
        let sources = missing.keys.filter { $0.target == target }.map(\.source)
        return (sources.contains("en") ? "en" : sources.min()).map { LanguagePair(source: $0, target: target) }
    }
}

extension TranslatorScreen {
    /// Nil if nothing would be lost.
    var farewell: PageQuestion? {
        guard isEdited || !isInHistory, texts.contains(where: { !$0.isWhitespace }), texts != saved else {
            return nil
        }
        let hasTranslation = (ahead + exchanges).contains { !$0.translation.revealed.isEmpty }
        return .init(
            hasTranslation && !isInHistory ? tr("Save Translation?") : tr("Save Text?"),
            isInHistory
                ? tr("Your changes to the text will be lost. The translation is in the history.")
                : tr("The text on the translator page will be lost."),
            goOn: tr("Discard"), save: tr("Save…"))
    }

    /// Each text is followed by its translation.
    var texts: String {
        (ahead.flatMap { [$0.source.revealed, $0.translation.revealed] } + [text(on: .source), text(on: .target)])
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    var isInHistory: Bool {
        guard let first = exchanges.first,
            (ahead + exchanges).allSatisfy({ $0.isWhole && !unkept.contains($0.id) })
        else {
            return false
        }
        return preferences.keepsTranslations || first.id == shown
    }
}
