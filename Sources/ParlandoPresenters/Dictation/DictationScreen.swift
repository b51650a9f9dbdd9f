import Foundation
import ParlandoCore
import ParlandoServices

/// What determines the view state of the dictation page.
struct DictationScreen: DictatingScreen {
    typealias State = DictationViewState

    var panel = DictationPanel()
    var preferences = Preferences()
    var layout = TranscriptLayout()
    var document = TranscriptDocument()
    var history = PageHistory()
    /// The page as it was last saved to a file.
    var saved: TranscriptDocument?
    var held = HeldPage()
    /// Whether another running program owns the data folder.
    var isDataShared = false
    /// Of an earlier run; nil once the user has gone on.
    var interruption: InterruptedDictation?
    /// Whether the last session has left words on the page.
    var hasLastSession = false
    /// The last session if it has left no words: its unsent sound may still become words.
    private(set) var emptySession: UUID?
    /// Texts of captions that come onto the page once the session under way has ended.
    var comingCaptions = 0
    /// In seconds; nil if there are no sessions.
    var elapsed: Int?
    /// In dBFS.
    var level = -Double.infinity
    /// ISO 639-1 code; empty if none was detected.
    var heardLanguage = ""
    var isOtherLanguage = false
    var isBehind = false
    var isTypingOffered = false
    var isCaretOffered = false
    /// Nil if this session is not meant to write at the caret.
    var caret: CaretDelivery.State?
    /// Events about the delivery of other sessions are ignored.
    var caretSession = 0
    /// Whether text could be written at the caret at any time in this session.
    var hasCaretWorked = false
    /// Whether the text of this session has yet to be delivered.
    var deliversAtEnd = false
    /// What captions hear; nil if there are none.
    var captions: CaptionSource?
    /// The word whose readings are offered.
    var asked: AskedWord?
    var savingFailure: Message?
    var cleanupFailure: Message?
    /// Whether a part of the page is being cleaned up.
    var isCleaning = false
    var isPillOpen = false
    /// Nil if they are not known yet.
    var microphones: [AudioDevice]?
    var check = MicrophoneCheckEvent.level(-.infinity)
    var find = TextFind()
    /// The page in which `find` has searched.
    var searched = TranscriptDocument()

    var engine: RecognitionEngine? {
        panel.ownChoice.model == nil ? preferences.servers.engine() : .local
    }

    /// Where the text goes after Stop: the user's choice, or the clipboard if that is impossible.
    var delivery: Delivery {
        let isPossible = isCaretOffered || isTypingOffered
        return preferences.delivery == .applications && !isPossible ? .clipboard : preferences.delivery
    }

    var server: ServerProfile? {
        engine?.server
    }

    /// Whether no session is running and no command is under way.
    var isAtRest: Bool {
        panel.phase == .idle && !panel.isWaiting
    }

    private var isEnding: Bool {
        panel.isEnding || panel.phase == .finishing
    }

    var state: State {
        var state = State()
        state.button = panel.sessionButton
        state.buttonLabel = buttonLabel
        (state.pause, state.pauseLabel) = pause
        state.paragraphs = layout.runs
        (state.emptyTitle, state.emptyText) = invitation
        state.isEditable = isEditable
        state.legend = legend
        state.readings = asked.map { ReadingWording.readings(of: $0) }
        state.level = panel.phase == .listening ? LevelScale.fraction(ofDecibels: level) : 0
        state.elapsed = elapsed.map { Quantities.clock(Double($0)) } ?? ""
        state.chip = ([chip].filter { !$0.isEmpty } + (delivery.chip.map { [$0] } ?? [])).joined(separator: " · ")
        state.pillName = tr("Speech: {choice}", ["choice": state.chip])
        state.pill = pill
        state.isPillOpen = isPillOpen
        state.status = status
        state.banner = banner
        state.progress = progress
        state.canCopy = !document.isEmpty
        state.canBeginAnew = isAtRest && !document.isEmpty || isEnding
        state.canUndo = history.canUndo && (isAtRest && panel.unsent == nil || !history.isDictationNext)
        state.canRedo = history.canRedo
        state.find = find.state(canReplace: isEditable)
        state.farewell = farewell
        if preferences.servers.languageModel != nil {
            state.tasks = CleanupWording.options(preferences.cleanup)
        }
        state.canClean = isEditable && !document.isEmpty
        return state
    }

    var isEditable: Bool {
        isAtRest && panel.unsent == nil && !isCleaning && (!document.isEmpty || document.isEdited)
    }

    private var buttonLabel: String {
        switch panel.phase {
        case .idle: tr("Start")
        case .opening: tr("Starting…")
        case .listening, .paused, .deviceLost: tr("Stop")
        case .finishing: tr("Finishing…")
        }
    }

    private var pause: (PagePause, String) {
        switch panel.phase {
        case .listening where !panel.isWaiting: (.pause, tr("Pause"))
        case .paused where !panel.isWaiting: (.resume, tr("Resume"))
        case .idle, .opening, .listening, .paused, .deviceLost, .finishing: (.hidden, "")
        }
    }

    private var invitation: (title: String, text: String) {
        switch panel.phase {
        case .idle:
            captions.map { (tr("Captions Are On"), CaptionWording.listening($0)) }
                ?? (tr("Press Start and speak"), promise)
        case .opening, .listening:
            (tr("Listening…"), ModelWording.promise(panel.awaitedModel))
        case .paused:
            (tr("Paused"), tr("Press Resume to continue"))
        case .deviceLost:
            (tr("No Microphone"), tr("Reconnect it or choose another to continue"))
        case .finishing:
            (tr("Finishing…"), ModelWording.finishing(panel.awaitedModel))
        }
    }

    private var promise: String {
        guard let server else {
            return tr("Your speech is transcribed on this computer and never leaves it.")
        }
        return tr("Your speech is sent to {name} for transcription.", ["name": server.name])
    }

    private var chip: String {
        if engine == nil {
            return tr("No Server")
        }
        if let server {
            return [server.name, ChoiceWording.title(panel.ownChoice)].filter { !$0.isEmpty }.joined(separator: " · ")
        }
        guard let model = entry(for: panel.ownChoice)?.model else {
            return ""
        }
        let language = panel.ownChoice.language(or: preferences.language)
        let code = model.isMultilingual ? (language.isEmpty ? heardLanguage : language) : "en"
        return ModelWording.name(of: model) + (code.isEmpty ? "" : " · " + ModelWording.language(code))
    }

    /// Does not repeat the banner.
    private var status: String {
        switch panel.phase {
        case .listening where panel.resumedFrom != nil, .finishing where panel.resumedFrom != nil:
            tr("Sending the recording again")
        default: panel.sessionStatus ?? idleStatus
        }
    }

    private var idleStatus: String {
        if let status = server == nil ? panel.model.flatMap(ModelWording.status) : nil {
            return status
        }
        guard isReady else {
            return ""
        }
        let lacksMicrophone = microphones?.allSatisfy(\.isSystemDefault) == true
        return lacksMicrophone ? AudioError(.noDevice).message.text : captions.map(CaptionWording.title) ?? tr("Ready")
    }

    /// Whether a press of *Start* begins a session at once.
    private var isReady: Bool {
        switch readiness(for: .plain) {
        case .ready, .asleep: obstacle == nil
        case .absent, .unknown, .refused: false
        }
    }

    private var banner: PageBanner? {
        obstacle ?? interruption.map(DictationWording.interrupted)
            ?? (isDataShared ? .init(DictationWording.sharedData, tone: .information) : nil)
    }

    private var obstacle: PageBanner? {
        if let banner = panel.sessionBanner {
            return banner
        }
        if let savingFailure {
            return .init(savingFailure.text, tone: .failure, action: savingFailure.action)
        }
        if let banner = panel.conditionBanner(engine) {
            return banner
        }
        if panel.phase != .idle, let banner = caret.flatMap({ CaretWording.banner($0, hasWorked: hasCaretWorked) }) {
            return banner
        }
        if let cleanupFailure {
            return .init(cleanupFailure.text, tone: .failure, action: cleanupFailure.action)
        }
        return isOtherLanguage ? panel.languageBanner : panel.soundBanner
    }

    private var legend: String {
        layout.hasDoubtfulWords ? ReadingWording.legend(canChoose: isEditable) : ""
    }

    private var progress: PageProgress? {
        if panel.isServerSession, let progress = panel.upload.progress(panel.phase) {
            return progress
        }
        if isCleaning {
            return PageProgress(tr("Cleaning up the text…"), fraction: nil, canCancel: true)
        }
        let canAbort = panel.phase == .finishing && (isBehind || !panel.isModelReady)
        if server == nil, let model = panel.sessionModel, var progress = ModelWording.progress(model) {
            progress.canCancel = progress.canCancel || canAbort
            return progress
        }
        let text = ModelWording.finishing(panel.awaitedModel)
        return canAbort ? .init(text, fraction: nil, canCancel: true) : nil
    }
}

extension DictationScreen {
    /// Begins a session below the text on the page.
    mutating func begin(at time: Date, with recognition: RecognitionOptions, _ start: SessionStart) {
        asked = nil
        (interruption, cleanupFailure) = (nil, nil)
        panel.begin(with: recognition, start)
        deliversAtEnd = true
        history.endTyping()
        if start.speech != nil, hasLastSession, document.isLastSessionOpen {
            return
        }
        document.begin(start.speech == nil ? UUID() : emptySession ?? UUID(), at: time)
        layout.show(document)
        forgetSpeech()
    }

    /// - Parameter atCaret: whether the text is written at the caret of other applications.
    mutating func beginDelivery(atCaret: Bool) {
        caretSession += 1
        caret = atCaret ? .waiting(.starting) : nil
        hasCaretWorked = false
    }

    mutating func deliver(_ state: CaretDelivery.State) {
        caret = state
        switch state {
        case .waiting(.starting): isCaretOffered = true
        case .failed: isCaretOffered = false
        case .writing, .waiting: (isCaretOffered, hasCaretWorked) = (true, true)
        }
    }

    /// Begins with another page. Undo restores the former one.
    mutating func turn(to page: TranscriptDocument) {
        let before = document
        document = page
        (interruption, cleanupFailure) = (nil, nil)
        history.record(from: before, to: document)
        hasLastSession = false
        emptySession = nil
        showPage()
        forgetSpeech()
    }

    /// Adds a session below that did not run on the page.
    mutating func add(_ session: DictatedSession) {
        document.add([session])
        history.recordDictation(on: document)
        (hasLastSession, emptySession) = (false, nil)
        showPage()
    }

    mutating func undo() {
        step { $0.undo(&$1) }
    }

    mutating func redo() {
        step { $0.redo(&$1) }
    }

    private mutating func step(_ body: (inout PageHistory, inout TranscriptDocument) -> Void) {
        let last = document.sessions.last?.id
        body(&history, &document)
        cleanupFailure = nil
        hasLastSession = hasLastSession && document.sessions.last?.id == last
        showPage()
    }

    mutating func edit(_ text: String) {
        let before = document
        document.edit(text)
        history.recordEdit(from: before, to: document)
        (asked, cleanupFailure) = (nil, nil)
        layout.show(document)
    }

    mutating func showPage() {
        asked = nil
        layout.show(document)
        heardLanguage = document.language ?? ""
        elapsed = document.sessions.isEmpty ? nil : Int(document.duration)
    }

    private mutating func forgetSpeech() {
        heardLanguage = ""
        isOtherLanguage = false
        isBehind = false
    }

    /// The text of the last session; empty if it has left no words.
    var sessionText: String {
        hasLastSession ? document.transcript.text : ""
    }

    mutating func apply(_ event: DictationEvent) {
        panel.apply(event)
        switch event {
        case .phase(.idle):
            end()
        case .transcript(let transcript):
            let goesOn = document.isLastSessionOpen
            document.hear(transcript)
            goesOn ? layout.show(transcript) : layout.show(document)
        case .takenBack(let transcript, let isAbove):
            if isAbove {
                history.takeBack(on: &document)
            }
            document.hear(transcript)
            layout.show(document)
        case .heard(let transcript):
            // Undo restores the words as they were heard, before rules and commands were applied.
            var before = document
            before.hear(transcript)
            history.record(from: before, to: document, keepsUndone: true)
        case .level(let level):
            self.level = level
        case .elapsed(let seconds):
            document.capture(Double(seconds))
            elapsed = Int(document.duration)
        case .language(let code, _):
            heardLanguage = code
            document.language = code
        case .warning(.notEnglish):
            isOtherLanguage = true
        case .warning(.english):
            isOtherLanguage = false
        case .warning(.fallingBehind):
            isBehind = true
        case .phase, .halt, .recognised, .silence, .failure, .warning(.queueFull),
            .warning(.noSound), .warning(.sound):
            break
        }
    }

    /// If the session has no words, the page is as before.
    private mutating func end() {
        let (count, last) = (document.sessions.count, document.sessions.last?.id)
        document.end()
        hasLastSession = !document.sessions.isEmpty && document.sessions.count == count
        emptySession = hasLastSession ? nil : last
        if hasLastSession {
            history.recordDictation(on: document)
        } else {
            elapsed = document.sessions.isEmpty ? elapsed : Int(document.duration)
            deliversAtEnd = false
        }
        layout.show(document)
    }
}

/// A doubtful word whose readings the user has asked for.
struct AskedWord: Equatable {
    /// Index among all words of the page.
    var index: Int
    /// Its times are in seconds on the page clock.
    var word: Word
    /// In Unicode scalars of the page's text.
    var place: Range<Int>
    /// The word in its session; nil if no session contains it.
    var spoken: SpokenWord?
    var hasSound = false
}

extension TranscriptDocument {
    /// Returns the word at a position, in Unicode scalars, if it is doubtful.
    func doubtfulWord(at position: Int) -> AskedWord? {
        let words = words
        let places = WordPlaces(text, words)
        guard let index = places.index(at: position), words[index].isDoubtful else {
            return nil
        }
        let word = words[index]
        let spoken = session(at: (word.start + word.end) / 2).map { session, lead in
            SpokenWord(session: session.id, start: word.start - lead, end: word.end - lead)
        }
        return AskedWord(index: index, word: word, place: places.ranges[index], spoken: spoken)
    }
}

extension DictationScreen {
    mutating func choose(_ text: String) {
        guard let asked else {
            return
        }
        let before = document
        document.replaceWord(at: asked.index, with: text)
        history.record(from: before, to: document)
        layout.show(document)
        self.asked = nil
    }
}

struct HeldPage: Equatable {
    var page = TranscriptDocument()
    /// For each session of the page, whether the history holds its text.
    var sessions: [Bool] = []
}

extension DictationScreen {
    /// Nil if nothing would be lost.
    var farewell: PageQuestion? {
        guard isAtRest else {
            return DictationWording.stopping(isKept: isSessionHeld, above: isTextAboveHeld)
        }
        guard panel.unsent == nil else {
            return DictationWording.notSent
        }
        guard !document.isEmpty, document != saved else {
            return nil
        }
        let sessions = held.page == document ? held.sessions : []
        guard sessions.isEmpty || sessions.contains(false) else {
            return nil
        }
        return DictationWording.losingText(isPartlyKept: sessions.contains(true))
    }

    private var isSessionHeld: Bool {
        held.sessions.count == document.sessions.count && held.sessions.last ?? false
    }

    /// Nil if there is none above the session under way.
    private var isTextAboveHeld: Bool? {
        // Of these the history may have nothing.
        guard comingCaptions == 0 else {
            return false
        }
        guard document.sessions.count > 1 else {
            return nil
        }
        return held.sessions.count == document.sessions.count && held.sessions.dropLast().allSatisfy { $0 }
    }

    /// Shows the page of the previous run above the words of a session that has begun meanwhile.
    mutating func restore(_ page: TranscriptDocument) {
        var restored = page
        restored.add(document.sessions)
        document = restored
        history = PageHistory()
        showPage()
    }
}
