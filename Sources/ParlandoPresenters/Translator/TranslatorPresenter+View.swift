import ParlandoCore
import ParlandoServices

extension TranslatorPresenter {
    /// Opens the microphone, or ends the current stage.
    public func pressButton() {
        switch screen.state.button {
        case .start:
            listen()
        case .stop where screen.stage == .listening:
            update { $0.isWaiting = true }
            Task { [translator] in await translator.finishListening() }
        case .stop:
            cancel()
        case .wait:
            break
        }
    }

    /// Call when the page was shown.
    public func appear() {
        isAway = false
        lookUpKey()
        lookUpPairs()
    }

    /// Packages may have been installed meanwhile. Call when the page's window became the active one.
    public func comeToFront() {
        lookUpPairs()
        // A locked keyring may ask for a password in a dialog that takes the focus, again and again.
        if screen.hasKey == false {
            lookUpKey()
        }
    }

    /// Ends listening in a conversation. Call when another page came to the front.
    public func disappear() {
        isAway = true
        // Also if it has not begun yet. What was recorded already is still translated.
        if screen.isConversation {
            listensWhenIdle = false
            Task { [translator, beginning] in
                await beginning?.value
                await translator.finishListening()
            }
        }
    }

    /// Discards the texts that wait to be translated.
    public func cancelWaiting() {
        Task { [translator] in await translator.cancelWaiting() }
    }

    public func chooseService(_ id: String) {
        if let service = TranslationServiceKind(rawValue: id) {
            choose { $0.service = service }
            lookUpKey()
        }
    }

    /// Helps to provide what the service lacks, such as an API key.
    public func setUp() {
        switch screen.need {
        case .install(_, .packages(let packages)):
            copyCommand(installing: packages)
        case .install(_, .models):
            view?.openPreferences(.models)
        case .key, .address, .languages, nil:
            view?.openPreferences(.translator)
        }
    }

    public func pressTranslate() {
        if screen.state.isTranslateStop {
            cancel()
        } else if !screen.isWaiting, !screen.lacksLanguage {
            translate()
        }
    }

    /// Cancels what is under way.
    public func cancelStage() {
        if screen.stage != .idle {
            cancel()
        }
    }

    /// Call when the user has changed the source text. `text` is all of it; dictation that is under way is canceled.
    public func edit(_ text: String) {
        if screen.stage == .listening || screen.stage == .transcribing {
            cancel()
        }
        update { $0.edit(text) }
    }

    /// `code` is an ISO 639-1 code, or empty for detection.
    public func chooseLanguage(_ code: String, on side: TranslatorSide) {
        let choices = screen.preferences
        let (mine, other) = side == .source ? (choices.source, choices.target) : (choices.target, choices.source)
        guard code != mine else {
            return
        }
        // The language of the other side swaps the two.
        guard code != other else {
            return swap()
        }
        choose { choices in
            if side == .source {
                choices.source = code
            } else {
                choices.target = code
            }
        }
    }

    /// `name` is that of a `LanguagePair`.
    public func choosePair(_ name: String) {
        guard let pair = LanguagePair(name) else {
            return
        }
        choose { choices in
            choices.source = pair.source
            choices.target = pair.target
            choices.use(pair)
        }
    }

    public func clear() {
        cancelAll()
        update { screen in
            screen.retire()
            screen.earlier = nil
            screen.source = ""
            screen.isEdited = false
        }
        view?.focusSource()
    }

    /// Speaks the text of a pane, or pauses or resumes.
    public func pressListen(on side: TranslatorSide) {
        switch screen.state[side].listen {
        case .play: speak(side)
        case .pause: pauseSpeech(true)
        case .resume: pauseSpeech(false)
        }
    }

    public func stopSpeech() {
        Task { [translator] in await translator.stopSpeech() }
    }

    /// Copies the text of a pane.
    public func copy(_ side: TranslatorSide) {
        let text = screen.copy(of: side)
        guard !text.isEmpty else {
            return
        }
        view?.copyToClipboard(text)
        view?.showToast(side == .source ? tr("Text copied") : tr("Translation copied"))
    }

    /// Saves the spoken translation.
    public func saveSound(to path: String) {
        guard screen.state.canSaveSound, let language = screen.language(of: .target) else {
            return
        }
        let text = Private(screen.text(on: .target))
        whenVoiceAgreed { presenter in
            let options = presenter.options()
            Task { await presenter.save(text, language, to: path, options) }
        }
    }

    /// Returns whether the texts were saved; if not, the page shows the reason.
    public func saveTexts(to path: String) async -> Bool {
        let texts = screen.texts
        do throws(TextSaveError) {
            try await saver.save(texts + "\n", to: path)
            update { $0.saved = texts }
            return true
        } catch {
            view?.showToast(error.message.text)
            return false
        }
    }

    /// Sets whether translations are spoken automatically.
    public func setSpeaks(_ isOn: Bool) {
        choose { $0.speaks = isOn }
    }

    public func setConversation(_ isOn: Bool) {
        guard isOn != screen.isConversation else {
            return
        }
        if isOn, screen.preferences.source.isEmpty {
            chooseBothLanguages()
        }
        cancelAll()
        update { screen in
            screen.isConversation = isOn
            screen.earlier = nil
        }
    }

    // MARK: Commands

    func cancel() {
        Task { [translator] in await translator.cancel() }
    }

    private func cancelAll() {
        if screen.stage != .idle {
            Task { [translator] in await translator.cancelAll() }
        }
    }

    func copyCommand(installing packages: [String]) {
        view?.copyToClipboard(TranslatorWording.command(installing: packages))
        view?.showToast(tr("Command copied. Run it in a terminal."))
    }

    /// Swaps the languages and their texts.
    public func swap() {
        guard let languages = screen.swapped else {
            return
        }
        cancelAll()
        update { $0.swapTexts(languages) }
        choose { choices in
            choices.source = languages.source
            choices.target = languages.target
        }
    }

    /// A conversation needs two known languages: the one detected last, or else a recent or a common one.
    private func chooseBothLanguages() {
        let heard = screen.language(of: .source)
        let recent = screen.preferences.recentPairs.lazy.compactMap(LanguagePair.init).first
        choose { choices in
            let usual = choices.target == "en" ? "es" : "en"
            let found = [heard, recent?.source, usual].compactMap { $0 }.first { $0 != choices.target }
            choices.source = found.flatMap { SpeechLanguage.translated(tag: $0)?.code } ?? usual
        }
    }

    private func speak(_ side: TranslatorSide) {
        guard screen.state[side].canListen, let language = screen.language(of: side) else {
            return
        }
        let text = Private(screen.text(on: side))
        let exchange = screen.exchanges.count == 1 ? screen.exchanges.first?.id : nil
        whenVoiceAgreed { presenter in
            presenter.update { screen in
                screen.sounding = side
                screen.isSpeechPaused = false
                screen.played = nil
                screen.failures = []
                screen.notice = nil
            }
            let options = presenter.options()
            Task { [translator = presenter.translator] in
                await translator.speak(text, language: language, of: exchange, options)
            }
        }
    }

    private func pauseSpeech(_ isPaused: Bool) {
        update { $0.isSpeechPaused = isPaused }
        Task { [translator] in
            if isPaused {
                await translator.pauseSpeech()
            } else {
                await translator.resumeSpeech()
            }
        }
    }

    private func save(
        _ text: Private<String>, _ language: String, to path: String, _ options: TranslatorOptions
    ) async {
        do throws(TranslatorFailure) {
            try await translator.save(text, language: language, to: path, options)
            view?.showToast(tr("Saved as {name}", ["name": PathBytes.displayName(of: path)]))
        } catch {
            update { $0.fail(error, in: .speaking, of: nil) }
        }
    }
}

extension TranslatorPresenter {
    /// Does what a banner's button offers.
    public func press(_ action: PageAction.Kind) {
        switch action {
        case .openPreferences:
            view?.openPreferences(.translator)
        case .openPrivacy:
            view?.openPreferences(.privacy)
        case .chooseMicrophone:
            view?.openPreferences(.microphone)
        case .chooseOutput:
            view?.openPreferences(.speaker)
        case .chooseSpeechModel, .downloadModel, .downloadMetered, .cancelDownload:
            view?.openPreferences(.models)
        case .retry, .askConsent:
            tryAgain()
        case .typeInstead:
            update { $0.failures = [] }
            view?.focusSource()
        case .readOnly:
            update { $0.failures = [] }
            choose { $0.speaks = false }
            view?.showToast(tr("Translations will no longer be spoken"))
        case .stopWaiting:
            cancel()
        case .editServer:
            view?.openPreferences(.servers)
        case .copyCommand:
            if case .translation(let error)? = screen.failure?.failure,
                case .notInstalled(.packages(let packages)) = error.kind
            {
                copyCommand(installing: packages)
            }
        default:
            break
        }
    }

    /// Repeats each failed stage. Without one, translates the text on the page or opens the microphone.
    private func tryAgain() {
        guard let last = screen.failure else {
            return
        }
        guard last.repeatable != nil else {
            // Without any text, the microphone has failed.
            return screen.hasSource ? translate() : listen()
        }
        let failed = screen.failures.filter { $0.repeatable != nil }
        let isRecognition = failed.contains { $0.stage == .listening || $0.stage == .transcribing }
        guard !isRecognition || canRecognise() else {
            return
        }
        let options = options()
        update { $0.failures = [] }
        Task { [translator] in
            for exchange in failed.compactMap(\.repeatable) {
                await translator.retry(exchange, options)
            }
        }
    }
}

extension TranslatorScreen.Failure {
    /// Nil if the service cannot repeat the stage.
    fileprivate var repeatable: Exchange.ID? {
        failure.isOfService ? exchange : nil
    }
}

extension TranslatorFailure {
    fileprivate var isOfService: Bool {
        switch self {
        case .dictation(.audio), .dictation(.file), .nothingHeard, .busy, .consentMissing, .saving: false
        case .dictation(.recognition), .modelMissing, .translation, .synthesis, .playback: true
        }
    }
}
