import ParlandoCore
import ParlandoServices

/// Turns the user's actions on the translator page into commands.
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

    /// Finds out what the chosen service can do. Call when the page was shown.
    public func appear() {
        lookUpKey()
        lookUpPairs()
    }

    /// Finds out whether packages were installed meanwhile. Call when the window that shows the page became the active
    /// window.
    public func comeToFront() {
        lookUpPairs()
        // The keyring is read only if it was unlocked and had no key, because a locked one may ask for a password. Its
        // dialog would take the focus from this window, and the question would be asked again and again.
        if screen.hasKey == false {
            lookUpKey()
        }
    }

    /// Ends listening in a conversation. Call when the page was replaced by another one.
    public func disappear() {
        // Speech that has been recorded already is still translated.
        if screen.isConversation, screen.stage != .idle {
            Task { [translator] in await translator.finishListening() }
        }
    }

    /// Discards the texts that wait for the translation under way.
    public func cancelWaiting() {
        Task { [translator] in await translator.cancelWaiting() }
    }

    /// Chooses the translation service with this identifier.
    public func chooseService(_ id: String) {
        if let service = TranslationServiceKind(rawValue: id) {
            choose { $0.service = service }
            lookUpKey()
        }
    }

    /// Helps to provide what the chosen service lacks, such as an API key.
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

    /// Translates the text on the page, or stops its translation.
    public func pressTranslate() {
        if screen.state.isTranslateStop {
            cancel()
        } else if !screen.isWaiting {
            translate()
        }
    }

    /// Cancels the current stage, such as listening or translating.
    public func cancelStage() {
        if screen.stage != .idle {
            cancel()
        }
    }

    /// Replaces the source text. `text` is the complete new text.
    public func edit(_ text: String) {
        // Typing ends a recording.
        if screen.stage == .listening || screen.stage == .transcribing {
            cancel()
        }
        update { $0.edit(text) }
    }

    /// Chooses the language of a pane. `code` is an ISO 639-1 code, or empty for automatic detection.
    public func chooseLanguage(_ code: String, on side: TranslatorSide) {
        let choices = screen.preferences
        let (mine, other) = side == .source ? (choices.source, choices.target) : (choices.target, choices.source)
        guard code != mine else {
            return
        }
        // Choosing the language of the other side swaps the two languages.
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

    /// Chooses both languages. `name` is the name of a `LanguagePair`.
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

    /// Removes the text and its translation from the page.
    public func clear() {
        cancelAll()
        update { screen in
            screen.retire()
            screen.earlier = nil
            screen.source = ""
            screen.isEdited = false
        }
        view?.focus(.source)
    }

    /// Speaks the text of a pane, or pauses or resumes.
    public func pressListen(on side: TranslatorSide) {
        switch screen.state[side].listen {
        case .play: speak(side)
        case .pause: pauseSpeech(true)
        case .resume: pauseSpeech(false)
        }
    }

    /// Ends the speech.
    public func stopSpeech() {
        Task { [translator] in await translator.stopSpeech() }
    }

    /// Copies the text of a pane to the clipboard.
    public func copy(_ side: TranslatorSide) {
        let text = screen.copy(of: side)
        guard !text.isEmpty else {
            return
        }
        view?.copyToClipboard(text)
        view?.showToast(side == .source ? tr("Text copied") : tr("Translation copied"))
    }

    /// Saves the spoken translation to an audio file.
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

    /// Saves the texts and translations to a file. Returns whether they were saved; if not, the page shows the reason.
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

    /// Begins or ends a conversation.
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

    /// Copies to the clipboard the command that installs these packages.
    func copyCommand(installing packages: [String]) {
        view?.copyToClipboard(TranslatorWording.command(installing: packages))
        view?.showToast(tr("Command copied. Run it in a terminal."))
    }

    /// Swaps the two languages and their texts.
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

    /// Sets the source language if it is to be detected automatically, because a conversation needs two known
    /// languages. Uses the language that was detected last, or else a recently used or a common one.
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
            let name = PathBytes.displayName(of: path)
            view?.showToast(tr("Saved as {name}", ["name": name]))
        } catch {
            update { $0.fail(error, in: .speaking, of: nil) }
        }
    }
}
