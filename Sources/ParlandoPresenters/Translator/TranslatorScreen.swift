import ParlandoCore
import ParlandoServices

/// All data that determine the view state of the translator page. `state` computes the view state from them.
struct TranslatorScreen {
    typealias State = TranslatorViewState

    /// A failure, with the stage (such as translating) and the exchange (a text and its translation) in which it
    /// occurred.
    struct Failure: Equatable {
        var failure: TranslatorFailure
        var stage: TranslatorStage
        var exchange: Exchange.ID?
        /// Whether the chosen service can translate speech into the target language. A failure for text may then advise
        /// the user to speak.
        var needsSpeech = false
    }

    var stage = TranslatorStage.idle
    /// Whether a command is under way. Until the service answers, pressing a button has no effect.
    var isWaiting = false
    /// Whether the current text was typed rather than spoken.
    var isTyped = false
    var preferences = TranslatorPreferences()
    var isConversation = false
    /// The text to translate, which was dictated or typed.
    var source = ""
    /// Whether the user has edited `source` since it was dictated or translated.
    var isEdited = false
    /// The exchanges (texts with their translations) of the current or latest translation, in order. In a conversation,
    /// only those of the latest turn.
    var exchanges: [Exchange] = []
    /// The previous turn of a conversation, with its translation; nil if there is none.
    var earlier: Exchange?
    /// Earlier exchanges (texts with their translations) that stay on the page beside `exchanges`, in order: texts that
    /// were not yet translated when the user entered the next text.
    var ahead: [Exchange] = []
    /// The texts that wait until the translation under way has ended, by the identifiers of their exchanges.
    var waiting: [Exchange.ID] = []
    /// The available language pairs of each service that does not translate between all languages. A service is missing
    /// if its pairs are not known yet.
    var pairs: [TranslationServiceKind: TranslationPairs] = [:]
    /// Exchanges (texts with their translations) that were removed from the page. Later events about these are ignored.
    var retired: Set<Exchange.ID> = []
    /// Complete exchanges (texts with their translations) on the page that are not in the history, because they could
    /// not be stored or because the history was off.
    var unkept: Set<Exchange.ID> = []
    /// Input level of the microphone, in dBFS.
    var level = -Double.infinity
    /// The pane whose text is being spoken, or nil if no text is being spoken.
    var sounding: TranslatorSide?
    var isSpeechPaused = false
    var played: (seconds: Double, total: Double?)?
    var notice: TranslatorNotice?
    /// The failures that the user has not dealt with yet, at most one for each text. The banner shows the latest
    /// failure.
    var failures: [Failure] = []
    /// The engine that recognises speech, or nil if the chosen server is no longer in the list.
    var engine: RecognitionEngine? = .local
    /// All speech models, with their states.
    var models: [ModelEntry] = []
    /// Identifier of the exchange (a text with its translation) that the page shows from the history; nil if there is
    /// none.
    var shown: Exchange.ID?
    /// Whether the current translation must come from the service and not from the archive of earlier translations.
    var isAnew = false
    /// Whether there is an API key for the chosen service; nil if this is not known yet.
    var hasKey: Bool?
    /// The value of `texts` when it was last saved to a file; empty if it was never saved.
    var saved = ""

    /// Input level in dBFS below which the level display stays empty: the background noise of a quiet room.
    private static let quietest = -60.0
    /// Minimum number of characters at which the character count is shown.
    private static let manyCharacters = Phrase.mostCharacters * 9 / 10

    /// Maximum number of characters that are shown of each text in the list of waiting texts.
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
        state.level = stage == .listening ? min(max(0, 1 - level / Self.quietest), 1) : 0
        state.isTranslateStop = isStopOfTranslation
        state.translateLabel = state.isTranslateStop ? tr("Stop") : tr("Translate")
        state.canTranslate = state.isTranslateStop || (hasSource && !isTooLong && stage != .listening)
        state.queue = queue
        state.canCancel = stage != .idle
        state.counter = counter
        state.isTooLong = isTooLong
        state.canClear = !source.isEmpty || !exchanges.isEmpty || !ahead.isEmpty
        state.canTranslateAnew = exchangeToDoAnew != nil
        state.canSaveSound = !text(on: .target).isEmpty && !state.target.isInterim
        state.speaks = preferences.speaks
        state.isConversation = isConversation
        state.chip = TranslatorWording.name(of: preferences.service)
        state.chipTooltip = tr("Translated by {service}", ["service": state.chip])
        state.banner = banner
        state.status = status
        state.farewell = farewell
        return state
    }

    /// The exchange (a text with its translation) whose text can be translated again by the service, because its
    /// translation was made earlier; nil if there is none.
    var exchangeToDoAnew: Exchange? {
        guard stage == .idle, !isWaiting, !isEdited else {
            return nil
        }
        return exchanges.first { exchange in
            // A service that translates only speech between these languages would need the sound again.
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
        // The user can speak while a text is being translated. The new text then waits for its turn.
        case .translating: isConversation ? .stop : .start
        case .speaking: isTyped ? .start : .stop
        }
    }

    /// Whether the button beside the text cancels the translation under way. Once the user has edited the text, the
    /// button translates the new text instead.
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

    private var counter: String {
        guard source.utf8.count >= Self.manyCharacters, source.count >= Self.manyCharacters else {
            return ""
        }
        return "\(source.count) / \(Phrase.mostCharacters)"
    }

    // MARK: Status line and banner

    /// The text of the status line, which does not repeat the banner's message.
    private var status: String {
        switch notice {
        case .waiting where stage == .translating:
            // The banner counts down the seconds. In the status line, a screen reader would announce each of them.
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
            // A press of the button would fail, because the chosen service still lacks a key or an address.
            return ""
        }
        guard stage == .idle, let last = exchanges.last, last.isWhole else {
            return failure == nil || stage != .idle ? TranslatorWording.status(stage, service: preferences.service) : ""
        }
        if last.isRemembered {
            return tr("Translated earlier; nothing sent")
        }
        if last.service?.descriptor.isRough == true {
            return TranslatorWording.rough
        }
        let service = last.service.map(TranslatorWording.name) ?? ""
        return service.isEmpty ? tr("Translated") : tr("Translated with {service}", ["service": service])
    }

    /// The list of texts that wait for the translation under way, or nil if no text waits.
    private var queue: State.Queue? {
        guard !waiting.isEmpty else {
            return nil
        }
        let texts = waiting.compactMap { id in (ahead + exchanges).first { $0.id == id }?.source.revealed }
        return State.Queue(
            text: trn("{count} text is waiting", "{count} texts are waiting", waiting.count),
            texts: texts.map { String($0.prefix(Self.longestInList)) }.joined(separator: "\n"))
    }

    /// Message that speech recognition is waiting for its model to be loaded; nil if it is not waiting.
    private var waitForModel: Message? {
        let isRecognising = stage == .listening || stage == .transcribing
        return isRecognising && engine == .local ? TranslatorWording.waiting(for: models) : nil
    }

    private var banner: PageBanner? {
        // The empty page itself asks for the key.
        if let failure, !(failure.lacksKey && setup != nil) {
            let message = failure.message
            return PageBanner(
                message.text, tone: failure.failure.tone, action: message.action,
                alternative: failure.failure.alternative(in: failure.stage))
        }
        if isTooLong {
            return PageBanner(TranslationError(.tooLong).message.text, tone: .warning)
        }
        guard let notice else {
            return waitForModel.map { PageBanner($0.text, tone: .information) }
        }
        return PageBanner(notice.message.text, tone: notice.tone, action: notice.message.action)
    }
}

extension TranslatorScreen.Failure {
    /// Whether the translation failed because there is no API key for the service.
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
