import ParlandoCore
import ParlandoServices

/// Turns the user's actions on the translator page into commands.
extension TranslatorPresenter: TranslatorViewDelegate {
    public func translatorViewDidPressButton(_ view: any TranslatorView) {
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

    public func translatorViewDidAppear(_ view: any TranslatorView) {
        lookUpKey()
        lookUpPairs()
    }

    public func translatorViewDidComeToFront(_ view: any TranslatorView) {
        lookUpPairs()
        // The keyring is read only if it was unlocked and had no key, because a locked one may ask for a password. Its
        // dialog would take the focus from this window, and the question would be asked again and again.
        if screen.hasKey == false {
            lookUpKey()
        }
    }

    public func translatorViewDidDisappear(_ view: any TranslatorView) {
        // Speech that has been recorded already is still translated.
        if screen.isConversation, screen.stage != .idle {
            Task { [translator] in await translator.finishListening() }
        }
    }

    public func translatorViewDidPressCancelWaiting(_ view: any TranslatorView) {
        Task { [translator] in await translator.cancelWaiting() }
    }

    public func translatorView(_ view: any TranslatorView, didChooseService id: String) {
        if let service = TranslationServiceKind(rawValue: id) {
            choose { $0.service = service }
            lookUpKey()
        }
    }

    public func translatorViewDidPressSetUp(_ view: any TranslatorView) {
        switch screen.need {
        case .install(_, .packages(let packages)):
            copyCommand(installing: packages)
        case .install(_, .models):
            view.openPreferences(.models)
        case .key, .address, .languages, nil:
            view.openPreferences(.translator)
        }
    }

    public func translatorViewDidPressTranslate(_ view: any TranslatorView) {
        if screen.state.isTranslateStop {
            cancel()
        } else if !screen.isWaiting {
            translate()
        }
    }

    public func translatorViewDidPressTranslateAnew(_ view: any TranslatorView) {
        translateAnew()
    }

    public func translatorViewDidPressCancel(_ view: any TranslatorView) {
        if screen.stage != .idle {
            cancel()
        }
    }

    public func translatorView(_ view: any TranslatorView, didEdit text: String) {
        // Typing ends a recording.
        if screen.stage == .listening || screen.stage == .transcribing {
            cancel()
        }
        update { $0.edit(text) }
    }

    public func translatorView(
        _ view: any TranslatorView, didChooseLanguage code: String, on side: TranslatorSide
    ) {
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

    public func translatorView(_ view: any TranslatorView, didChoosePair name: String) {
        guard let pair = LanguagePair(name) else {
            return
        }
        choose { choices in
            choices.source = pair.source
            choices.target = pair.target
            choices.use(pair)
        }
    }

    public func translatorViewDidPressSwap(_ view: any TranslatorView) {
        swap()
    }

    public func translatorViewDidPressClear(_ view: any TranslatorView) {
        cancelAll()
        update { screen in
            screen.retire()
            screen.earlier = nil
            screen.source = ""
            screen.isEdited = false
        }
        view.focus(.source)
    }

    public func translatorView(_ view: any TranslatorView, didPressListenOn side: TranslatorSide) {
        switch screen.state[side].listen {
        case .play: speak(side)
        case .pause: pauseSpeech(true)
        case .resume: pauseSpeech(false)
        }
    }

    public func translatorViewDidPressStopSpeech(_ view: any TranslatorView) {
        Task { [translator] in await translator.stopSpeech() }
    }

    public func translatorView(_ view: any TranslatorView, didPressCopyOn side: TranslatorSide) {
        let text = screen.copy(of: side)
        guard !text.isEmpty else {
            return
        }
        view.copyToClipboard(text)
        view.showToast(side == .source ? tr("Text copied") : tr("Translation copied"))
    }

    public func translatorView(_ view: any TranslatorView, didChooseFile path: String) {
        guard screen.state.canSaveSound, let language = screen.language(of: .target) else {
            return
        }
        let text = Private(screen.text(on: .target))
        whenVoiceAgreed { presenter in
            let options = presenter.options()
            Task { await presenter.save(text, language, to: path, options) }
        }
    }

    public func translatorView(_ view: any TranslatorView, didChooseTextFile path: String) async -> Bool {
        let texts = screen.texts
        do throws(TextSaveError) {
            try await saver.save(texts + "\n", to: path)
            update { $0.saved = texts }
            return true
        } catch {
            view.showToast(error.message.text)
            return false
        }
    }

    public func translatorView(_ view: any TranslatorView, didSetSpeaks isOn: Bool) {
        choose { $0.speaks = isOn }
    }

    public func translatorView(_ view: any TranslatorView, didSetConversation isOn: Bool) {
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

    private func swap() {
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
