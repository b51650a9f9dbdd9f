import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct TranslatorPresenterTests {
    @Test func whatIsTypedIsTranslatedAndShownWhileItIsMade() async {
        let scene = TranslatorScene()
        scene.type("Good morning")
        #expect(scene.state.canTranslate)
        scene.presenter.pressTranslate()
        guard case .translate(let text, let options)? = await scene.next() else {
            Issue.record("nothing was translated")
            return
        }
        #expect(text.revealed == "Good morning")
        #expect(options.source == nil)
        #expect(options.target == "es")
        // Typed in a library: it is not read out unasked.
        #expect(!options.speaks)
        var exchange = Exchange(source: "Good morning", translation: "Buenos", targetLanguage: "es")
        scene.enter(.translating)
        scene.advance(exchange)
        #expect(scene.state.target.text == "Buenos")
        #expect(scene.state.target.isInterim)
        #expect(scene.state.translateLabel == "Stop")
        exchange.translation = Private("Buenos días")
        exchange.sourceLanguage = "en"
        exchange.service = .gemini
        exchange.isWhole = true
        scene.advance(exchange)
        scene.enter(.idle)
        #expect(scene.state.target.text == "Buenos días")
        #expect(!scene.state.target.isInterim)
        #expect(scene.state.source.languageLabel == "English (auto)")
        #expect(scene.state.status == "Translated with Gemini")
        #expect(scene.store.load().translator.recentPairs == ["en-es"])
    }

    @Test func whatIsSpokenAppearsOnTheLeftUtteranceByUtterance() async throws {
        let scene = TranslatorScene()
        scene.presenter.pressButton()
        let options = try #require(await scene.next()?.listened)
        #expect(options.speaks)
        scene.enter(.listening)
        #expect(scene.state.button == .stop)
        #expect(scene.state.buttonLabel == "Stop")
        scene.presenter.translatorService(scene.translator, didReport: .level(-30))
        #expect(scene.state.level == 0.5)
        scene.advance(Exchange(source: "Hello.", translation: "Hola.", targetLanguage: "es", isWhole: true))
        scene.advance(Exchange(source: "How are you?", targetLanguage: "es"))
        #expect(scene.state.source.text == "Hello.\nHow are you?")
        #expect(scene.state.target.text == "Hola.")
        scene.presenter.pressButton()
        #expect(await scene.next() == .finishListening)
        #expect(scene.state.button == .wait)
        scene.enter(.transcribing)
        #expect(scene.state.button == .stop)
        scene.presenter.pressButton()
        #expect(await scene.next() == .cancel)
    }

    @Test func whoTypesWhileTheMicrophoneIsOpenClosesIt() async {
        let scene = TranslatorScene()
        scene.presenter.pressButton()
        _ = await scene.next()
        scene.enter(.listening)
        scene.type("No, I type")
        #expect(await scene.next() == .cancel)
        scene.advance(Exchange(source: "Hello", targetLanguage: "es"))
        #expect(scene.state.source.text == "No, I type")
    }

    @Test func consentIsAskedOnceBeforeAnythingIsSent() async {
        let scene = TranslatorScene(agreed: false)
        scene.type("Hello")
        scene.presenter.pressTranslate()
        guard case .translate(_, let options)? = await scene.next() else {
            Issue.record("nothing was translated")
            return
        }
        #expect(options.preferences.agreedServices == ["gemini"])
        #expect(scene.view.questions.map(\.title) == ["Send Text to Gemini?"])
        #expect(scene.store.load().translator.agreedServices == ["gemini"])
        scene.presenter.pressButton()
        _ = await scene.next()
        #expect(scene.view.questions.count == 1)
    }

    @Test func whoAgreesToAVoiceOfSomebodyElseIsToldOfIt() async throws {
        let scene = TranslatorScene(agreed: false) { $0.voiceService = .google }
        scene.presenter.pressButton()
        let options = try #require(await scene.next()?.listened)
        #expect(options.preferences.agreedServices == ["gemini", "google"])
        #expect(scene.view.questions.first?.text.contains("sent to Google to be read aloud") ?? false)
    }

    @Test func withoutConsentNothingIsSentAndItCanBeGivenLater() async {
        let scene = TranslatorScene(agreed: false)
        scene.view.answer = false
        scene.type("Hello")
        scene.presenter.pressTranslate()
        await scene.view.nextChange { scene.state.banner != nil }
        #expect(scene.state.banner?.action?.kind == .askConsent)
        #expect(scene.store.load().translator.agreedServices.isEmpty)
        scene.view.answer = true
        scene.press(.askConsent)
        guard case .translate? = await scene.next() else {
            Issue.record("nothing was translated")
            return
        }
    }

    @Test func toCancelTheQuestionIsNoFailure() async {
        let scene = TranslatorScene(agreed: false)
        scene.view.answer = false
        scene.type("Hello")
        scene.presenter.pressTranslate()
        await scene.view.nextChange { scene.state.banner != nil }
        #expect(scene.state.banner?.tone == .information)
    }

    @Test func whatIsTranslatedOnThisComputerNeedsNoConsent() async throws {
        let scene = TranslatorScene(agreed: false) { $0.service = .offline }
        scene.presenter.pressButton()
        _ = try #require(await scene.next()?.listened)
        #expect(scene.view.questions.isEmpty)
    }

    @Test func aTextThatIsTooLongIsToldBeforeItIsSent() async {
        let scene = TranslatorScene()
        scene.type(String(repeating: "ä", count: 8_999))
        #expect(scene.state.counter == "")
        scene.type(String(repeating: "ä", count: 9_412))
        #expect(scene.state.counter == "9412 / 10000")
        #expect(scene.state.canTranslate)
        scene.type(String(repeating: "ä", count: 10_001))
        #expect(scene.state.isTooLong)
        #expect(!scene.state.canTranslate)
        #expect(scene.state.banner?.text == TranslationError(.tooLong).message.text)
    }

    @Test(arguments: ["", "   ", "\n\t"]) func anEmptyTextIsNotSent(text: String) async {
        let scene = TranslatorScene()
        scene.type(text)
        #expect(!scene.state.canTranslate)
        scene.presenter.pressTranslate()
        #expect(scene.state.banner?.text == TranslationError(.nothingToTranslate).message.text)
        scene.type("Hello")
        #expect(scene.state.banner == nil)
    }

    @Test func aFailureLeavesWhatIsDoneAndOffersToTryAgain() async {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        let exchange = Exchange(source: "Hello", translation: "Ho", targetLanguage: "es")
        scene.enter(.translating)
        scene.advance(exchange)
        scene.fail(.translation(TranslationError(.interrupted)), in: .translating, of: exchange)
        scene.enter(.idle)
        #expect(scene.state.target.text == "Ho")
        #expect(scene.state.banner?.action?.kind == .retry)
        #expect(scene.state.banner?.text == TranslationError(.interrupted).message.text)
        #expect(scene.state.status.isEmpty)
        scene.press(.retry)
        guard case .retry(exchange.id, _)? = await scene.next() else {
            Issue.record("nothing was tried again")
            return
        }
        #expect(scene.state.banner == nil)
    }

    @Test(
        arguments: [
            (.keyMissing, .openPreferences), (.keyring(.locked), .retry), (.keyring(.denied), .retry),
            (.keyring(.absent), .openPreferences),
        ] as [(TranslationError.Kind, PageAction.Kind)])
    func eachTroubleWithAKeyHasTheActionThatHelps(kind: TranslationError.Kind, action: PageAction.Kind) async {
        let scene = TranslatorScene()
        let exchange = await scene.translate("Hello", as: "")
        scene.fail(.translation(TranslationError(kind)), in: .translating, of: exchange)
        #expect(scene.state.banner?.action?.kind == action)
    }

    @Test func whereNoMicrophoneIsThereTypingIsOffered() async {
        let scene = TranslatorScene()
        scene.presenter.pressButton()
        _ = await scene.next()
        scene.fail(.dictation(.audio(AudioError(.noDevice))), in: .listening)
        scene.enter(.idle)
        #expect(scene.state.banner?.alternative?.kind == .typeInstead)
        scene.press(.typeInstead)
        #expect(scene.view.focused == [.source])
        #expect(scene.state.banner == nil)
    }

    @Test func whereNoVoiceSpeaksReadingIsOffered() async {
        let scene = TranslatorScene()
        let exchange = await scene.translate("Hello", as: "Hola")
        scene.fail(.synthesis(SynthesisError(.quotaExhausted)), in: .speaking, of: exchange)
        #expect(scene.state.banner?.alternative?.kind == .readOnly)
        scene.press(.readOnly)
        #expect(!scene.store.load().translator.speaks)
        #expect(scene.state.target.text == "Hola")
    }

    @Test func newsOfWhatLeftThePageComesTooLate() async {
        let scene = TranslatorScene()
        var first = await scene.translate("One", as: "Uno")
        _ = await scene.translate("Two", as: "Dos")
        first.translation = Private("late")
        scene.advance(first)
        scene.fail(.translation(TranslationError(.offline)), in: .translating, of: first)
        #expect(scene.state.target.text == "Dos")
        #expect(scene.state.banner == nil)
    }

    @Test func languagesAndTextsChangeSidesTogether() async {
        let scene = TranslatorScene()
        #expect(!scene.state.canSwap)
        _ = await scene.translate("Hello", as: "مرحبا", into: "es")
        scene.presenter.chooseLanguage("ar", on: .target)
        #expect(scene.state.canSwap)
        scene.presenter.swap()
        #expect(scene.store.load().translator.source == "ar")
        #expect(scene.store.load().translator.target == "en")
        #expect(scene.state.source.text == "مرحبا")
        #expect(scene.state.source.isRightToLeft)
        #expect(scene.state.target.text == "Hello")
        #expect(!scene.state.target.isRightToLeft)
    }

    @Test func choosingTheLanguageOfTheOtherSideChangesSides() {
        let scene = TranslatorScene { $0.source = "de" }
        scene.presenter.chooseLanguage("es", on: .source)
        #expect(scene.store.load().translator.source == "es")
        #expect(scene.store.load().translator.target == "de")
    }

    @Test func aTranslationIsHeardPausedAndStopped() async {
        let scene = TranslatorScene()
        let exchange = await scene.translate("Hello", as: "Hola")
        scene.presenter.pressListen(on: .target)
        guard case .speak(let text, language: "es", of: exchange.id, _)? = await scene.next() else {
            Issue.record("nothing is spoken")
            return
        }
        #expect(text.revealed == "Hola")
        scene.enter(.speaking)
        scene.presenter.translatorService(scene.translator, didReport: .played(exchange.id, seconds: 1, of: 3))
        #expect(scene.state.target.listen == .pause)
        #expect(scene.state.target.played == "00:01 / 00:03")
        scene.presenter.pressListen(on: .target)
        #expect(await scene.next() == .pauseSpeech)
        #expect(scene.state.target.listen == .resume)
        scene.presenter.pressListen(on: .target)
        #expect(await scene.next() == .resumeSpeech)
        scene.presenter.stopSpeech()
        #expect(await scene.next() == .stopSpeech)
        scene.enter(.idle)
        #expect(scene.state.target.listen == .play)
        #expect(scene.state.target.played == "")
    }

    @Test func inAConversationEachLanguageKeepsItsSide() async throws {
        let scene = TranslatorScene()
        scene.presenter.setConversation(true)
        #expect(scene.state.source.language == "en")
        #expect(scene.state.isConversation)
        scene.presenter.pressButton()
        let options = try #require(await scene.next()?.listened)
        #expect(options.isConversation)
        scene.enter(.listening)
        scene.advance(
            Exchange(
                source: "Hello", sourceLanguage: "en", translation: "Hola", targetLanguage: "es", isWhole: true))
        #expect(scene.state.source.text == "Hello")
        scene.advance(
            Exchange(
                source: "Buenos días", sourceLanguage: "es", translation: "Good morning", targetLanguage: "en",
                isWhole: true))
        #expect(scene.state.source.text == "Good morning")
        #expect(scene.state.target.text == "Buenos días")
        // What was said before can still be read, on its side.
        #expect(scene.state.source.earlier == "Hello")
        #expect(scene.state.target.earlier == "Hola")
        scene.presenter.setConversation(false)
        #expect(scene.state.target.earlier == "")
        #expect(scene.state.target.text == "Good morning")
    }

    @Test func aVoiceThatStepsInIsToldWithWhatHelpsUntilTheNextIsHeard() async {
        let scene = TranslatorScene()
        _ = await scene.translate("Hello", as: "Hola")
        scene.presenter.translatorService(
            scene.translator, didReport: .notice(.otherVoice(.local, nil, failure: SynthesisError(.keyMissing))))
        #expect(scene.state.banner?.action?.kind == .openPreferences)
        scene.presenter.translatorService(
            scene.translator, didReport: .notice(.otherVoice(.local, nil, failure: SynthesisError(.offline))))
        #expect(scene.state.banner?.action == nil)
        scene.presenter.pressListen(on: .target)
        #expect(scene.state.banner == nil)
    }

    @Test func whoDoesNotWishToWaitForTheNetworkNeedNot() async {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        scene.enter(.translating)
        scene.presenter.translatorService(scene.translator, didReport: .notice(.waitingForNetwork))
        #expect(scene.state.banner?.action?.kind == .stopWaiting)
        scene.press(.stopWaiting)
        #expect(await scene.next() == .cancel)
    }

    @Test func aNoticeOfWaitingIsOverWithTheStage() async {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        scene.enter(.translating)
        let error = TranslationError(.serverFailed)
        scene.presenter.translatorService(scene.translator, didReport: .notice(.waiting(.seconds(4), after: error)))
        #expect(scene.state.banner?.text == error.message.text + " Retrying in 4 seconds.")
        // Not read out again each second.
        #expect(scene.state.status == "Waiting to try again")
        await scene.view.nextChange { scene.state.banner?.text.hasSuffix("Retrying in 1 second.") ?? false }
        scene.enter(.idle)
        #expect(scene.state.banner == nil)
    }

    @Test func whatThisComputerCannotTranslateIsToldAsSuch() async {
        let scene = TranslatorScene {
            $0.service = .offline
            $0.target = "en"
        }
        await scene.ask("Hello")
        scene.fail(.translation(TranslationError(.pairRefused)), in: .translating)
        #expect(
            scene.state.banner?.text.hasPrefix("Between these languages this computer can translate only speech")
                ?? false)
        #expect(scene.state.banner?.action?.label == "Choose a Service")
    }

    @Test func aSoundThatCannotBeSavedIsTold() async {
        let scene = TranslatorScene()
        _ = await scene.translate("Hello", as: "Hola")
        scene.translator.failSaving(with: .saving(AudioFileError(.denied)))
        scene.presenter.saveSound(to: "/nowhere/x.wav")
        await scene.view.nextChange { scene.state.banner != nil }
        #expect(scene.state.target.text == "Hola")
        scene.translator.failSaving(with: nil)
        scene.presenter.saveSound(to: "/tmp/x.wav")
        await scene.view.nextChange { scene.view.toasts.contains("Saved as x.wav") }
    }

    @Test func aServerWithoutAnAddressIsNotAskedAbout() async {
        let scene = TranslatorScene(agreed: false) { $0.service = .libreTranslate }
        scene.type("Hello")
        scene.presenter.pressTranslate()
        #expect(scene.view.questions.isEmpty)
        #expect(scene.state.banner?.action?.kind == .openPreferences)
        scene.press(.openPreferences)
        #expect(scene.view.openedPreferences == [.translator])
    }

    @Test func eachPieceOfNewsIsDrawnOnce() async {
        let scene = TranslatorScene()
        let before = scene.view.states.count
        scene.type("Hello")
        scene.type("Hello")
        #expect(scene.view.states.count == before + 1)
    }
}
