public import Foundation
public import ParlandoCore
public import ParlandoServices

/// Keeps the text and sound of the dictation page.
public protocol PageKeeping: AnyObject, Sendable {
    /// The user began an empty page in place of `page`. The user can still undo this.
    func putAway(_ page: TranscriptDocument) async
    /// Stores the text of the page in the history. Returns for each session of the page, also for one under way,
    /// whether the history holds its text.
    func follow(_ page: TranscriptDocument) async -> [Bool]
    /// Deletes a dictation from the history.
    func discard(_ session: UUID) async
    /// Returns the page with an entry of the history, for dictation to go on below.
    func reopen(_ entry: UUID) async -> TranscriptDocument
    /// Returns the page of the previous run of the program, as far as the history holds it.
    func lastPage() async -> TranscriptDocument
    /// Returns the latest dictation that was cut off when an earlier run of the program was killed.
    func interruption() async -> InterruptedDictation?
    /// Returns whether the sound of a word is available.
    func hasSound(of word: SpokenWord) async -> Bool
    /// Returns once the sound has been played.
    func play(_ word: SpokenWord) async throws(AudioError)
}

extension HistoryService: PageKeeping {}

/// Turns the user's actions into commands, and events into the state of the dictation page.
@MainActor public final class DictationPresenter: PreferenceReader, DictatingPresenter {
    /// If nil, the page is not kept.
    public var keeper: (any PageKeeping)?
    public let corrections = CorrectionWatch()
    weak var view: (any DictationView)?
    let dictation: DictationService
    let models: ModelService
    let saver: any TextSaver
    let recordingSaver: any RecordingSaver
    let servers: any ServerRecognizing
    let typing: any DesktopTyping
    let caret: CaretService
    let cleanup: CleanupService
    /// The latest clean-up of a part of the page.
    var cleaning: Task<Void, Never>?
    /// Delivers the text of the last session once it is cleaned up.
    var delivering: Task<Void, Never>?
    /// The latest text that is pasted. The next one waits for it, because both borrow the clipboard.
    private var pasting: Task<Void, Never>?
    let downloads: ModelDownloads
    let chosen: ChosenPreferences
    private(set) var screen = DictationScreen()
    private let check: MicrophoneCheck
    /// The microphone that is being measured; nil if none is, empty for the system's default.
    private var checked: String?
    private let devices: any DeviceDirectory
    private var listing: Task<Void, Never>?
    let clock: any WallClock
    private let ownership: any DataOwnership
    /// Times how long after an edit the page is stored.
    let pace: any Clock<Duration>
    /// The latest request to store or restore the page. The next one waits for it.
    var keeping: Task<Void, Never>?
    /// Nil if all edits are stored.
    var keepingEdits: Task<Void, Never>?
    /// The latest text of captions on its way to the page.
    var adopting: Task<Void, Never>?
    /// Whether a session was under way when the user was asked before closing.
    var isClosingSession = false
    var pendingStart: SessionStart?
    /// Whether the page is emptied once the last words have arrived.
    var isNewPageDue = false
    private var state = DictationViewState()
    private var resting: [CheckedContinuation<Void, Never>] = []

    public init(
        view: any DictationView, dictation: DictationService, models: ModelService,
        servers: any ServerRecognizing,
        store: any PreferenceStore, saver: any TextSaver & RecordingSaver,
        typing: any DesktopTyping, caret: CaretService, cleanup: CleanupService, downloads: ModelDownloads,
        check: MicrophoneCheck,
        devices: any DeviceDirectory, clock: any WallClock,
        ownership: any DataOwnership, pace: any Clock<Duration> = ContinuousClock()
    ) {
        self.view = view
        self.dictation = dictation
        self.models = models
        chosen = ChosenPreferences(in: store)
        self.saver = saver
        recordingSaver = saver
        self.servers = servers
        self.typing = typing
        self.caret = caret
        self.cleanup = cleanup
        self.downloads = downloads
        self.check = check
        self.devices = devices
        self.clock = clock
        self.ownership = ownership
        self.pace = pace
    }

    deinit {
        listing?.cancel()
    }

    /// Renders the initial view state and starts to receive events. Call once.
    public func activate() {
        dictation.delegate = self
        caret.delegate = self
        cleanup.delegate = self
        check.delegate = self
        screen.preferences = chosen.current
        screen.layout.showsTimestamps = screen.preferences.showsTimestamps
        screen.isDataShared = !ownership.isOwner
        state = screen.state
        view?.render(state)
        models.add(self)
        Task { [weak self] in await self?.findDelivery() }
        keeping = Task { [weak self] in
            await self?.restorePage()
            await self?.findInterruption()
        }
        chosen.watch(for: self)
        listing = devices.watch { [weak self, devices] in
            let found = await devices.microphones()
            self?.update { $0.microphones = found }
        }
    }

    func showToast(_ text: String) {
        view?.showToast(text)
    }

    func ask(_ question: PageQuestion) async -> Bool {
        await view?.ask(question) ?? false
    }

    func update(_ change: (inout DictationScreen) -> Void) {
        change(&screen)
        screen.followText()
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
        if screen.isAtRest {
            resting.forEach { $0.resume() }
            resting = []
        }
        followCheck()
    }

    private func followCheck() {
        let isFree = screen.isAtRest && screen.panel.next != .start
        let wanted = screen.isPillOpen && isFree ? screen.preferences.microphone : nil
        guard wanted != checked else {
            return
        }
        checked = wanted
        let device = screen.preferences.microphoneID
        Task { [check] in
            if wanted == nil {
                await check.end()
            } else {
                await check.listen(to: device)
            }
        }
    }

    /// Waits until no session is running and no command is under way.
    func rest() async {
        if !screen.isAtRest {
            await withCheckedContinuation { resting.append($0) }
        }
    }

    func begin(_ readiness: ModelReadiness, _ model: SpeechModel?, _ start: SessionStart) {
        guard screen.isAtRest else {
            return
        }
        let began = clock.now
        cleaning?.cancel()
        var options = DictationOptions(screen.preferences, start.choice, model: model, engine: readiness.engine)
        update { $0.begin(at: began, with: options.recognition, start) }
        let isDelivered = screen.preferences.delivery == .applications
        update { $0.beginDelivery(atCaret: isDelivered) }
        if isDelivered {
            cleanup.begin(screen.caretSession, breaksLines: screen.preferences.breaksDeliveredLines)
        }
        options.session = screen.document.sessions.last?.id ?? options.session
        options.page = screen.document.sessions.dropLast().map(\.id)
        options.resumed = start.speech.map { ResumedSession(transcript: screen.document.transcript, speech: $0) }
        readiness.begin(options, with: dictation, models)
    }

    func adopt(_ preferences: Preferences) {
        let microphone = screen.preferences.microphone
        update { screen in
            screen.preferences = preferences
            screen.layout.showsTimestamps = preferences.showsTimestamps
            screen.layout.show(screen.document)
        }
        follow(preferences, insteadOf: microphone)
    }
}

extension DictationPresenter: DictationServiceDelegate {
    public func dictationService(_ service: DictationService, didReport event: DictationEvent) {
        let wasBehind = screen.isBehind
        update { $0.apply(event) }
        switch event {
        case .phase(let phase):
            didEnter(phase)
        case .warning(let warning) where screen.isBehind && !wasBehind:
            warning.message.map { showToast($0.text) }
        case .silence(let seconds):
            showToast(DictationWording.stopped(afterSilence: seconds))
        case .transcript, .takenBack, .heard, .level, .elapsed, .language, .warning, .halt, .recognised, .failure:
            break
        }
    }

    private func didEnter(_ phase: DictationPhase) {
        if phase == .finishing, screen.delivery == .applications, !screen.isCaretOffered {
            view?.prepareClipboard()
        }
        if phase == .idle {
            deliver()
            Task { await keepPage() }
        }
        if screen.panel.isWaiting {
            Task { await keepUnsent() }
        } else if phase == .idle {
            didComeToRest()
        }
        obeyKeptCommand()
    }

    func didComeToRest() {
        if isNewPageDue {
            isNewPageDue = false
            beginNewPage()
        }
    }
}

extension DictationPresenter: HistoryServiceDelegate {
    public func historyService(_ service: HistoryService, didReport event: HistoryEvent) {
        // The user may have deleted the entry.
        if event == .changed, screen.interruption != nil {
            Task { await findInterruption() }
        }
    }
}

extension DictationPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        adopt(entries)
    }
}

/// Where the dictated text goes: only the page, the clipboard, or another application.
extension DictationPresenter {
    /// The page shows in advance where dictated text will go.
    func findDelivery() async {
        let isCaretOffered = await caret.obstacle() == nil
        let isTypingOffered = await typing.isOffered()
        update { screen in
            screen.isCaretOffered = isCaretOffered
            screen.isTypingOffered = isTypingOffered
        }
    }

    /// Delivers the text of the session that has just ended, unless it is written at the caret.
    func deliver() {
        guard screen.caret == nil else {
            return
        }
        let text = screen.sessionText
        guard !text.isEmpty, screen.deliversAtEnd else {
            return
        }
        update { $0.deliversAtEnd = false }
        guard screen.preferences.deliveryTask != nil else {
            return deliver(text)
        }
        let (cleaning, page, began) = (cleanup.text(), screen.document, ContinuousClock.now)
        delivering = Task {
            let cleaned = await cleaning.value
            // Later, the user may have turned to another window.
            let isTimely = screen.document == page && .now - began < .seconds(1)
            deliver(cleaned.isEmpty ? text : cleaned, isTimely: isTimely)
        }
    }

    private func deliver(_ text: String, isTimely: Bool = true) {
        switch screen.delivery {
        case .page:
            break
        case .clipboard:
            view?.copyToClipboard(text)
            view?.showToast(tr("Text copied"))
        case .applications where view?.isInFront == true || !screen.isTypingOffered || !isTimely:
            view?.copyToClipboard(text)
            view?.showToast(CaretWording.copied(isInFront: view?.isInFront == true))
        case .applications:
            pasting = Task { [pasting] in
                await pasting?.value
                await paste(text)
            }
        }
    }

    /// - Parameter isPossible: whether writing at the caret worked at any time in the session.
    private func deliverRest(_ rest: String, hasWritten: Bool, isPossible: Bool) {
        guard !rest.isEmpty else {
            return
        }
        if isPossible {
            // Pasting would insert the text into whatever window has the focus now.
            view?.copyToClipboard(rest)
            view?.showToast(CaretWording.restCopied(isWhole: !hasWritten))
        } else {
            deliver(rest)
        }
    }

    /// Restores the clipboard's former content afterwards.
    private func paste(_ text: String) async {
        await view?.lendClipboard(to: text)
        do throws(DesktopTypingError) {
            try await typing.pressPaste()
            view?.giveClipboardBack()
        } catch {
            view?.showToast(tr("The desktop does not let Parlando type. Text copied instead."))
        }
    }
}

extension DictationPresenter: CaretDelegate {
    public func caret(_ caret: CaretService, didReport news: CaretNews, of session: Int) {
        let isPresent = session == screen.caretSession && screen.caret != nil
        switch news {
        case .state(let state):
            if isPresent {
                update { $0.deliver(state) }
            }
        case .textLeft:
            showToast(CaretWording.textLeft)
        case .ended(let rest, let hasWritten, let obstacle):
            let isPossible = obstacle == nil || hasWritten || !isPresent || screen.hasCaretWorked
            if isPresent {
                update { screen in
                    screen.caret = nil
                    screen.deliversAtEnd = false
                }
            }
            deliverRest(rest, hasWritten: hasWritten, isPossible: isPossible)
        }
    }
}

/// The page in the history: stored soon after each change, restored at the next start.
extension DictationPresenter {
    private static let editDelay = Duration.seconds(1)

    /// Stores the page once earlier requests have ended.
    func keepPage() async {
        let task = Task { [weak self, keeping] in
            await keeping?.value
            await self?.storePage()
        }
        keeping = task
        await task.value
    }

    /// Stores the page a second after the first edit that is not stored yet.
    func keepPageSoon() {
        guard keepingEdits == nil else {
            return
        }
        keepingEdits = Task { [weak self, pace] in
            try? await pace.sleep(for: Self.editDelay)
            self?.keepingEdits = nil
            await self?.keepPage()
        }
    }

    private func storePage() async {
        let page = screen.document
        if let keeper {
            let sessions = await keeper.follow(page)
            update { $0.held = HeldPage(page: page, sessions: sessions) }
        }
    }

    /// Shows the page of the previous run, unless the user has already changed the page.
    func restorePage() async {
        guard let page = await keeper?.lastPage(), !page.isEmpty,
            screen.history.hasOnlyDictations, !screen.document.isEdited
        else {
            return
        }
        update { $0.restore(page) }
        await storePage()
    }

    private func findInterruption() async {
        let interruption = await keeper?.interruption()
        if screen.isAtRest {
            update { $0.interruption = interruption }
        }
    }

    // MARK: Closing

    /// Stores the page, so that `farewell` is only about what would be lost. Call before the window closes.
    public func prepareToClose() async {
        isClosingSession = screen.panel.phase != .idle
        await adoptCaptions()
        await keepPage()
    }

    /// Unless a dictation is under way, what captions wrote is kept on the page.
    func adoptCaptions() async {
        if screen.isAtRest {
            await adopting?.value
        }
    }

    /// Deletes the dictation under way from the history, when the user chose to discard what `farewell` asked about.
    public func discardSession() async {
        let isUnderWay = screen.panel.phase != .idle
        // The session that the question was about may have ended meanwhile, also without words.
        let hasSession = isUnderWay || screen.hasLastSession
        let session = hasSession ? screen.document.sessions.last?.id : screen.emptySession
        if isUnderWay || isClosingSession, let session {
            await keeper?.discard(session)
        }
    }
}
