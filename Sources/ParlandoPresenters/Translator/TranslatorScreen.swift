import ParlandoCore
import ParlandoServices

/// Everything that the view state of the translator page depends on. Only this type computes that state.
struct TranslatorScreen {
    typealias State = TranslatorViewState

    /// A failure, with the stage and the exchange in which it occurred.
    struct Failure: Equatable {
        var failure: TranslatorFailure
        var stage: TranslatorStage
        var exchange: Exchange.ID?
        /// Whether the chosen service can translate speech between the languages, but not text.
        var needsSpeech = false
    }

    var stage = TranslatorStage.idle
    /// Whether a command is under way. Until the service answers, pressing a button has no effect.
    var isWaiting = false
    /// Whether the current text was typed rather than spoken.
    var isTyped = false
    var preferences = TranslatorPreferences()
    var isConversation = false
    /// The text that was said or typed.
    var source = ""
    /// Whether `source` was edited by hand after it was recognised.
    var isEdited = false
    /// The current or latest exchanges, in order. In a conversation, only those of the last turn.
    var exchanges: [Exchange] = []
    /// The previous turn of a conversation.
    var earlier: Exchange?
    /// Exchanges before the current ones that are still translated or were while a later text waited, in order.
    var ahead: [Exchange] = []
    /// Exchanges that wait for the translation under way.
    var waiting: [Exchange.ID] = []
    /// The language pairs of those services that do not translate between all languages, as far as they are known.
    var pairs: [TranslationServiceKind: TranslationPairs] = [:]
    /// Exchanges that were cleared from the page. Events about them are ignored.
    var retired: Set<Exchange.ID> = []
    /// Loudness in dB of full scale.
    var level = -Double.infinity
    /// The side whose text is being played, or nil if no text is being played.
    var sounding: TranslatorSide?
    var isSpeechPaused = false
    var played: (seconds: Double, total: Double?)?
    var notice: TranslatorNotice?
    var failure: Failure?
    /// The engine that recognises speech, or nil if the chosen server is no longer in the list.
    var engine: RecognitionEngine? = .local
    /// The state of every speech model.
    var models: [ModelEntry] = []
    /// The exchange from the history that is shown, or nil if there is none.
    var shown: Exchange.ID?
    /// Whether the current or failed translation ignores the archive.
    var isAnew = false
    /// Whether there is a key for the chosen service, or nil if that is not known yet.
    var hasKey: Bool?
    /// The texts of the page as they were last saved.
    var saved = ""

    /// Loudness in dB of full scale below which the level display stays empty: the background noise of a quiet room.
    private static let quietest = -60.0
    /// Minimum number of characters at which the character count is shown.
    private static let manyCharacters = Phrase.mostCharacters * 9 / 10

    /// Maximum number of characters of a text in the list of those that wait.
    private static let longestInList = 60

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
        state.canClear = !source.isEmpty || !exchanges.isEmpty
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

    /// The exchange that can be translated again, or nil if there is none.
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
        // What is said while a text is translated waits for its turn.
        case .translating: isConversation ? .stop : .start
        case .speaking: isTyped ? .start : .stop
        }
    }

    /// Whether the button beside the text cancels the translation. Once the text was edited, it adds another one.
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

    // MARK: News

    /// The text of the status line. It does not repeat what the banner says.
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

    /// The texts that wait, or nil if none does.
    private var queue: State.Queue? {
        guard !waiting.isEmpty else {
            return nil
        }
        let texts = waiting.compactMap { id in (ahead + exchanges).first { $0.id == id }?.source.revealed }
        return State.Queue(
            text: trn("{count} text is waiting", "{count} texts are waiting", waiting.count),
            texts: texts.map { String($0.prefix(Self.longestInList)) }.joined(separator: "\n"))
    }

    /// The message that recognition is waiting for its model, or nil if it is not waiting.
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
    /// Whether the service has no key.
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
