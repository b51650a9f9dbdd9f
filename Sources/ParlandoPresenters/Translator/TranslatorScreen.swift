import ParlandoCore
import ParlandoServices

/// All that the translator page depends on, and the one place where it becomes what is shown.
struct TranslatorScreen {
    typealias State = TranslatorViewState

    /// What went wrong, where, and what can be done.
    struct Failure: Equatable {
        var failure: InterpreterFailure
        var stage: InterpreterStage
        var exchange: Exchange.ID?
        /// Whether this machine was to translate.
        var isOffline = false
    }

    var stage = InterpreterStage.idle
    /// Whether a command is under way: until the service answers, a press does nothing.
    var isWaiting = false
    /// Whether what is under way was typed.
    var isTyped = false
    var preferences = TranslatorPreferences()
    var isConversation = false
    /// What was said or typed.
    var source = ""
    /// Whether `source` was changed by hand since it was heard.
    var isEdited = false
    /// What is translated now or was last, in order; in a conversation only the last turn.
    var exchanges: [Exchange] = []
    /// The turn before, in a conversation.
    var earlier: Exchange?
    /// Those that left the page: news of them comes too late.
    var retired: Set<Exchange.ID> = []
    /// dB of full scale.
    var level = -Double.infinity
    /// The side that is heard, nil: neither.
    var sounding: TranslatorSide?
    var isSpeechPaused = false
    var played: (seconds: Double, total: Double?)?
    var notice: InterpreterNotice?
    var failure: Failure?
    /// The exchange of the history that is shown, nil: none is.
    var shown: Exchange.ID?
    /// Whether what is under way, or failed, does without what was translated earlier.
    var isAnew = false

    /// Quieter than this shows nothing, in dB of full scale: the noise of a quiet room.
    private static let quietest = -60.0
    /// From so many characters on their number is shown.
    private static let manyCharacters = Phrase.mostCharacters * 9 / 10

    var state: State {
        var state = State()
        state.source = pane(.source)
        state.target = pane(.target)
        state.recentPairs = recentPairs
        state.canSwap = swapped != nil
        state.button = button
        state.buttonLabel = buttonLabel
        state.level = stage == .listening ? min(max(0, 1 - level / Self.quietest), 1) : 0
        state.isTranslateStop = isTyped && stage == .translating
        state.translateLabel = state.isTranslateStop ? tr("Stop") : tr("Translate")
        state.canTranslate = state.isTranslateStop || (hasSource && !isTooLong && stage != .listening)
        state.canCancel = stage != .idle
        state.counter = counter
        state.isTooLong = isTooLong
        state.canClear = !source.isEmpty || !exchanges.isEmpty
        state.canTranslateAnew = exchangeToDoAnew != nil
        state.canSaveSound = !text(on: .target).isEmpty && !state.target.isTentative
        state.speaks = preferences.speaks
        state.isConversation = isConversation
        state.chip = TranslatorWording.name(of: preferences.service)
        state.banner = banner
        state.status = status
        return state
    }

    /// What was translated earlier and can be translated anew; nil: nothing.
    var exchangeToDoAnew: Exchange? {
        // This computer would need the sound.
        guard stage == .idle, !isWaiting, !isEdited, preferences.service != .offline else {
            return nil
        }
        return exchanges.first { $0.isWhole && ($0.isRemembered || $0.id == shown) }
    }

    // MARK: Buttons

    private var button: PageButton {
        switch stage {
        case .idle: isWaiting && !isTyped ? .wait : .start
        case .listening: isWaiting ? .wait : .stop
        case .transcribing: .stop
        case .translating, .speaking: isTyped ? .start : .stop
        }
    }

    private var buttonLabel: String {
        switch stage {
        case .idle: tr("Speak")
        case .listening: tr("Done")
        case .transcribing: tr("Stop")
        case .translating, .speaking: isTyped ? tr("Speak") : tr("Stop")
        }
    }

    // MARK: Characters

    var hasSource: Bool {
        source.contains { !$0.isWhitespace }
    }

    var isTooLong: Bool {
        // Bytes are counted at once, characters one by one.
        source.utf8.count > Phrase.mostCharacters && source.count > Phrase.mostCharacters
    }

    private var counter: String {
        guard source.utf8.count >= Self.manyCharacters, source.count >= Self.manyCharacters else {
            return ""
        }
        return "\(source.count) / \(Phrase.mostCharacters)"
    }

    // MARK: News

    /// What the strip above says is not said here again.
    private var status: String {
        switch notice {
        case .waiting where stage == .translating:
            // Its seconds are counted in the strip above; here they would be read out one by one.
            return tr("Waiting to try again")
        case .waitingForNetwork where stage == .translating:
            return tr("Waiting for the network")
        default:
            break
        }
        guard stage == .idle, let last = exchanges.last, last.isWhole else {
            return failure == nil || stage != .idle ? TranslatorWording.status(stage, service: preferences.service) : ""
        }
        if last.isRemembered {
            return tr("Translated earlier; nothing sent")
        }
        let service = last.service.map(TranslatorWording.name) ?? ""
        return service.isEmpty ? tr("Translated") : tr("Translated with {service}", ["service": service])
    }

    private var banner: PageBanner? {
        if let failure {
            let message = failure.message
            return PageBanner(
                message.text, tone: .failure, action: message.action,
                alternative: failure.failure.alternative(in: failure.stage))
        }
        if isTooLong {
            return PageBanner(TranslationError(.tooLong).message.text, tone: .warning)
        }
        guard let notice else {
            return nil
        }
        return PageBanner(notice.message.text, tone: notice.tone, action: notice.message.action)
    }
}

extension TranslatorScreen.Failure {
    var message: Message {
        if isOffline, case .translation(let error) = failure, error.kind == .pairRefused {
            return TranslatorWording.onlySpeechIntoEnglish
        }
        return failure.message
    }
}
