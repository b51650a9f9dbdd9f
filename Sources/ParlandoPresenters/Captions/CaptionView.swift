public import ParlandoCore
import ParlandoServices

/// Everything that the captions window displays.
public struct CaptionViewState: Sendable, Equatable {
    public struct Sentence: Sendable, Equatable {
        /// Whose it is; empty if only one side is heard.
        public var label: String
        public var final: String
        /// Words that may still change.
        public var interim: String
        /// Or a sign that there is none yet, or none at all; empty if none is wanted.
        public var translation: String
    }

    /// What is heard.
    public var title = ""
    public var sentences: [Sentence] = []
    /// Shown before the first words.
    public var hint = ""
    public var banner: PageBanner?
    public var preferences = Preferences()
    public var source = ""
    public var target = ""
    public var keepsScreenOn = false
    /// Asked before the program ends; nil if nothing would be interrupted.
    public var farewell: PageQuestion?

    public init() {}
}

@MainActor public protocol CaptionView: AnyObject {
    func render(_ state: CaptionViewState)
    /// In front, and above other windows if the desktop allows that.
    func show()
    /// Tells the presenter, as if the user had closed the window.
    func close()
    func openPreferences(_ part: PreferencesPart)
    func ask(_ question: PageQuestion) async -> Bool
}

/// What determines the view state of the captions window.
struct CaptionScreen {
    /// Seconds for which is said that recognition falls behind. Nothing reports the end of that.
    private static let behindSeconds = 10

    var preferences = Preferences()
    var isOpen = false
    var phase = DictationPhase.idle
    /// Whether captions have been told to begin, and have not yet.
    var isBeginning = false
    /// Whether they begin again once they have ended.
    var isRestarting = false
    /// In place of the preferences, until the user changes these.
    var choice = CaptionChoice.plain
    /// Nil if they are not known yet.
    var entries: [ModelEntry]?
    var sentences: [CaptionSentence] = []
    var failure: Message?
    /// Of the sides.
    private(set) var failures: [CaptionSide: (message: Message, isOfDevice: Bool)] = [:]
    /// Whether the history holds what is said.
    var isKept = true
    var untranslated: TranslatorFailure?
    /// Of captions that are under way, as far as it is known.
    private var sides: [CaptionSide: DictationPhase] = [:]
    private var warnings: [CaptionSide: RecognitionWarning] = [:]
    private var elapsed = 0
    private var behindUntil = 0

    var isAtRest: Bool { phase == .idle && !isBeginning }
    var source: CaptionSource { choice.source(or: preferences.captions.source) }
    /// Empty for none.
    var target: String { choice.target(or: preferences.captions.target) }
    var model: ModelEntry? { entries?.first(where: \.isChosen) }
    /// Whether nothing can have been recognized yet.
    var isLoading: Bool {
        sentences.isEmpty && preferences.servers.engine()?.server == nil && model?.state != .ready
    }
    /// Nil if nothing is heard.
    var heard: CaptionSource? {
        let heard = source.sides.filter { [.opening, .listening].contains(sides[$0] ?? phase) }
        return heard == source.sides ? source : heard.first.map { $0 == .you ? .microphone : .computer }
    }

    var readiness: ModelReadiness {
        ModelReadiness(preferences.servers.engine(), model, isKnown: entries != nil)
    }

    /// What the user chooses now comes before what was asked for.
    mutating func adopt(_ new: Preferences) {
        choice.source = new.captions.source == preferences.captions.source ? choice.source : nil
        choice.target = new.captions.target == preferences.captions.target ? choice.target : nil
        preferences = new
    }

    mutating func apply(_ event: CaptionEvent) {
        switch event {
        case .phase(let phase):
            (self.phase, isBeginning) = (phase, false)
            if phase == .idle {
                (sides, warnings, untranslated, elapsed) = ([:], [:], nil, 0)
            }
        case .side(let side, let phase):
            sides[side] = phase
            if [.opening, .listening].contains(phase) {
                failures[side] = nil
            }
        case .sentences(let sentences): self.sentences = sentences
        case .elapsed(let seconds):
            elapsed = seconds
            warnings = warnings.filter { $0.value != .fallingBehind || seconds < behindUntil }
        case .warning(.noSound, of: .computer): break  // a computer that plays nothing
        case .warning(let warning, let side):
            warnings[side] = warning.message.map { _ in warning }
            behindUntil = elapsed + Self.behindSeconds
        case .failure(let failure, let side) where failure.isTold(by: sides[side] ?? phase): break
        case .failure(let failure, let side):
            let isOfDevice = if case .audio(let error) = failure { !error.isTaken } else { false }
            failures[side] = (CaptionWording.message(failure, of: side, in: sides[side]), isOfDevice)
        case .untranslated(let failure): untranslated = failure
        case .text: break
        }
    }

    /// Forgets what went wrong, except on sides that have ended while the other one goes on.
    mutating func forgetFailures() {
        (failure, untranslated) = (nil, nil)
        failures = failures.filter { [.finishing, .idle].contains(sides[$0.key]) }
    }

    /// Whoever the microphone was taken by has released it.
    mutating func release(by user: MicrophoneUser) {
        if failures[.you]?.message == user.message {
            failures[.you]?.message = Message(tr("The microphone is free again."), .tryAgain)
        }
    }

    var state: CaptionViewState {
        var state = CaptionViewState()
        state.title = heard.map(CaptionWording.title) ?? tr("Captions")
        state.sentences = sentences.map { sentence in
            .init(
                label: source == .both ? CaptionWording.labels[sentence.side] ?? "" : "",
                final: sentence.final.revealed, interim: sentence.interim.revealed,
                translation: CaptionWording.text(sentence.translation))
        }
        state.hint = sentences.isEmpty ? hint : ""
        state.banner = banner
        state.preferences = preferences
        (state.source, state.target) = (source.rawValue, target)
        state.keepsScreenOn = isOpen && heard != nil && preferences.captions.keepsScreenOn
        state.farewell = isAtRest ? nil : CaptionWording.leaving(isKept: isKept && preferences.history.keepsDictations)
        return state
    }

    private var hint: String {
        let server = preferences.servers.engine()?.server
        let progress = server == nil ? TranslatorWording.waiting(for: entries ?? []) : nil
        let what = isAtRest ? "" : tr("What is said appears here.")
        let who = server.map { tr("{name} recognizes speech.", ["name": $0.name]) } ?? ""
        return progress?.text ?? [what, what.isEmpty ? "" : who].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var banner: PageBanner? {
        let all = failure.map { [$0] } ?? CaptionSide.allCases.compactMap { failures[$0]?.message }
        if let first = all.first {
            let other = all.last?.text == first.text ? [] : all.dropFirst()
            let text = ([first] + other).map(\.text).joined(separator: " ")
            return PageBanner(text, tone: .failure, action: all.lazy.compactMap(\.action).first)
        }
        let lost = source.sides.first { (sides[$0] ?? phase) == .deviceLost }
        let trouble = lost.map { CaptionWording.message(.audio(AudioError(.lost)), of: $0) } ?? untranslated?.message
        let message = trouble ?? CaptionSide.allCases.lazy.compactMap { warnings[$0]?.message }.first
        return message.map { PageBanner($0.text, tone: .warning, action: $0.action) }
    }
}
