import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

@MainActor @Suite(.timeLimit(.minutes(1))) struct TranslatorPresenterTests {
    @Test func whatIsTypedIsTranslatedAndShownWhileItIsMade() async {
        let scene = TranslatorScene()
        scene.parts.translator.script(.saysAndWaits(["Buenos"]))
        scene.type("Good morning")
        #expect(scene.state.canTranslate)
        scene.presenter.pressTranslate()
        await scene.view.nextChange { scene.state.target.text == "Buenos" }
        #expect(scene.state.target.isInterim)
        #expect(scene.state.translateLabel == "Stop")
        await scene.answer("Buenos días")
        await scene.waitForEnd()
        #expect(scene.parts.translator.requests == [TranslationRequest(Phrase("Good morning"), into: "es")])
        // Typed in a library: it is not read out unasked.
        #expect(scene.parts.player.playbacks == 0)
        #expect(scene.state.target.text == "Buenos días")
        #expect(!scene.state.target.isInterim)
        #expect(scene.state.source.languageLabel == "English (auto)")
        #expect(scene.state.status == "Translated with Gemini")
        #expect(scene.store.load().translator.recentPairs == ["en-es"])
    }

    @Test func whatIsSpokenAppearsOnTheLeftUtteranceByUtterance() async {
        let scene = TranslatorScene()
        await scene.listen()
        #expect(scene.presenter.options().speaks)
        #expect(scene.state.button == .stop)
        #expect(scene.state.buttonLabel == "Stop")
        scene.report(.level(-30))
        #expect(scene.state.level == 0.5)
        scene.advance(Exchange(source: "Hello.", translation: "Hola.", targetLanguage: "es", isWhole: true))
        scene.advance(Exchange(source: "How are you?", targetLanguage: "es"))
        #expect(scene.state.source.text == "Hello.\nHow are you?")
        #expect(scene.state.target.text == "Hola.")
        scene.presenter.pressButton()
        #expect(scene.state.button == .wait)
        await scene.waitForEnd()
        #expect(!scene.parts.microphone.isOpen)
        // The end of speech was awaited, and not cancelled.
        #expect(scene.state.banner?.text == TranslatorFailure.nothingHeard.message.text)
        scene.enter(.transcribing)
        #expect(scene.state.button == .stop)
    }

    @Test func whoTypesWhileTheMicrophoneIsOpenClosesIt() async {
        let scene = TranslatorScene()
        await scene.listen()
        scene.type("No, I type")
        await scene.waitForEnd()
        #expect(!scene.parts.microphone.isOpen)
        scene.advance(Exchange(source: "Hello", targetLanguage: "es"))
        #expect(scene.state.source.text == "No, I type")
    }

    @Test func consentIsAskedOnceBeforeAnythingIsSent() async {
        let scene = TranslatorScene(agreed: false)
        _ = await scene.translate("Hello", as: "Hola")
        #expect(scene.view.questions.map(\.title) == ["Send Text to Gemini?"])
        #expect(scene.store.load().translator.agreedServices == ["gemini"])
        await scene.listen()
        #expect(scene.view.questions.count == 1)
    }

    @Test func whoAgreesToAVoiceOfSomebodyElseIsToldOfIt() async {
        let scene = TranslatorScene(agreed: false) { $0.voiceService = .google }
        await scene.listen()
        #expect(scene.store.load().translator.agreedServices == ["gemini", "google"])
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
        #expect(scene.parts.translator.requests.isEmpty)
        scene.view.answer = true
        scene.press(.askConsent)
        await scene.view.nextChange { scene.state.target.text == "HELLO" }
    }

    @Test func toCancelTheQuestionIsNoFailure() async {
        let scene = TranslatorScene(agreed: false)
        scene.view.answer = false
        scene.type("Hello")
        scene.presenter.pressTranslate()
        await scene.view.nextChange { scene.state.banner != nil }
        #expect(scene.state.banner?.tone == .information)
    }

    @Test func whatIsTranslatedOnThisComputerNeedsNoConsent() async {
        let scene = TranslatorScene(agreed: false) { $0.service = .offline }
        await scene.listen()
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
        scene.parts.translator.script(.fails(TranslationError(.failed), after: ["Ho"]))
        scene.type("Hello")
        scene.presenter.pressTranslate()
        await scene.view.nextChange { scene.state.banner != nil }
        await scene.waitForEnd()
        #expect(scene.state.target.text == "Ho")
        #expect(scene.state.banner?.action?.kind == .retry)
        #expect(scene.state.banner?.text == TranslationError(.failed).message.text)
        #expect(scene.state.status.isEmpty)
        scene.press(.retry)
        #expect(scene.state.banner == nil)
        await scene.view.nextChange { scene.state.target.text == "HELLO" }
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
        scene.parts.microphone.failNextOpen(AudioError(.noDevice))
        scene.presenter.pressButton()
        await scene.view.nextChange { scene.state.banner?.alternative?.kind == .typeInstead }
        await scene.waitForEnd()
        scene.press(.typeInstead)
        #expect(scene.view.focuses == 1)
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
        _ = await scene.translate("Hello", as: "مرحبا")
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
        await scene.hear()
        #expect(scene.state.target.listen == .pause)
        #expect(scene.parts.voice.requests.map(\.text.revealed) == ["Hola"])
        #expect(scene.parts.voice.requests.map(\.language) == ["es"])
        scene.report(.played(exchange.id, seconds: 1, of: 3))
        #expect(scene.state.target.played == "00:01 / 00:03")
        scene.presenter.pressListen(on: .target)
        #expect(scene.state.target.listen == .resume)
        while scene.parts.player.pauses == 0 {
            await Task.yield()
        }
        scene.presenter.pressListen(on: .target)
        #expect(scene.state.target.listen == .pause)
        while scene.parts.player.resumes == 0 {
            await Task.yield()
        }
        scene.presenter.stopSpeech()
        await scene.waitForEnd()
        #expect(scene.state.target.listen == .play)
        #expect(scene.state.target.played == "")
    }

    @Test func inAConversationEachLanguageKeepsItsSide() async {
        let scene = TranslatorScene()
        scene.presenter.setConversation(true)
        #expect(scene.state.source.language == "en")
        #expect(scene.state.isConversation)
        await scene.listen()
        #expect(scene.presenter.options().isConversation)
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
        scene.report(.notice(.otherVoice(.local, nil, failure: SynthesisError(.keyMissing))))
        #expect(scene.state.banner?.action?.kind == .openPreferences)
        scene.report(.notice(.otherVoice(.local, nil, failure: SynthesisError(.offline))))
        #expect(scene.state.banner?.action == nil)
        scene.presenter.pressListen(on: .target)
        #expect(scene.state.banner == nil)
    }

    @Test func tryAgainIsOfferedOnlyWhereItCanHelp() async {
        let scene = TranslatorScene()
        let exchange = await scene.translate("Hello", as: "Hola")
        for (kind, isOffered) in [
            (TranslationError.Kind.blocked(.safety), false), (.requestRefused, false), (.quotaExhausted, false),
            (.sourceUnknown, false), (.forbidden, true), (.offline, true),
        ] {
            scene.fail(.translation(TranslationError(kind)), in: .translating, of: exchange)
            let banner = scene.state.banner
            #expect([banner?.action?.kind, banner?.alternative?.kind].contains(.retry) == isOffered, "\(kind)")
        }
    }

    @Test func aSpeakerIsChosenAmongTheGeneralPreferences() {
        let scene = TranslatorScene()
        scene.press(.chooseOutput)
        #expect(scene.view.openedPreferences == [.speaker])
    }

    @Test func whoDoesNotWishToWaitForTheNetworkNeedNot() async {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        scene.report(.notice(.waitingForNetwork))
        #expect(scene.state.banner?.action?.kind == .stopWaiting)
        scene.press(.stopWaiting)
        await scene.waitForEnd()
        #expect(scene.state.banner == nil)
    }

    @Test func aNoticeOfWaitingIsOverWithTheStage() async {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        // The sentence has no order that contradicts what the program does itself.
        let error = TranslationError(.rateLimited(allowed: 5))
        scene.report(.notice(.waiting(.seconds(4), after: error)))
        #expect(scene.state.banner?.text == "Too many requests. Retrying in 4 seconds.")
        // Not read out again each second.
        #expect(scene.state.status == "Waiting to try again")
        await scene.view.nextChange { scene.state.banner?.text.hasSuffix("Retrying in 1 second.") ?? false }
        scene.enter(.idle)
        #expect(scene.state.banner == nil)
    }

    @Test func whatThisComputerCannotTranslateIsToldAsSuch() async {
        let scene = TranslatorScene {
            $0.service = .offline
            $0.source = "de"
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
        scene.parts.saver.fail(with: TextSaveError(.denied))
        scene.presenter.saveSound(to: "/nowhere/x.wav")
        await scene.view.nextChange { scene.state.banner != nil }
        #expect(scene.state.target.text == "Hola")
        scene.parts.saver.fail(with: nil)
        scene.presenter.saveSound(to: "/tmp/x.wav")
        await scene.view.nextChange { scene.view.toasts.contains("Saved as x.wav") }
        #expect(scene.parts.saver.files.keys.sorted() == ["/tmp/x.wav"])
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

@MainActor @Suite(.timeLimit(.minutes(1))) struct TranslatedAnewTests {
    @Test func whatWasTranslatedEarlierCanBeAskedForAnew() async {
        let scene = TranslatorScene()
        let service = scene.parts.translator
        _ = await scene.translate("Hello", as: "Hola")
        #expect(!scene.state.canTranslateAnew)
        scene.presenter.pressTranslate()
        await scene.view.nextChange { scene.state.canTranslateAnew }
        #expect(service.requests.count == 1)
        service.script(.fails(TranslationError(.failed)), .says([], "Buenas"))
        scene.presenter.translateAnew()
        #expect(!scene.state.canTranslateAnew)
        await scene.view.nextChange { scene.state.banner != nil }
        await scene.waitForEnd()
        #expect(scene.state.target.text == "Hola" && service.requests.count == 2)
        // What failed is tried again without memory as well.
        scene.press(.retry)
        await scene.view.nextChange { scene.state.target.text == "Buenas" }
        await scene.waitForEnd()
        #expect(service.requests.count == 3)
        // The next text may be one that was translated earlier.
        scene.presenter.pressTranslate()
        await scene.view.nextChange { scene.state.canTranslateAnew }
        #expect(service.requests.count == 3)
    }

    @Test func anExchangeOfTheHistoryCanBeAskedForAnew() async {
        let scene = TranslatorScene()
        scene.presenter.show(
            Exchange(
                source: "Hello", sourceLanguage: "en", translation: "Hola", targetLanguage: "es", service: .gemini,
                isWhole: true))
        #expect(scene.state.canTranslateAnew)
        scene.type("Hello there")
        #expect(!scene.state.canTranslateAnew)
    }

    @Test func toAskAnewSendsSomethingAndHasToBeAgreedTo() async {
        let scene = TranslatorScene(agreed: false)
        scene.presenter.show(
            Exchange(
                source: "Hello", sourceLanguage: "en", translation: "Hola", targetLanguage: "es", service: .gemini,
                isWhole: true))
        scene.view.answer = false
        scene.presenter.translateAnew()
        await scene.view.nextChange { scene.state.banner != nil }
        #expect(scene.view.questions.count == 1)
    }
}

@MainActor @Suite struct LanguageChoiceTests {
    private let languages = TranslatorScene().state.target.languages

    @Test(arguments: [
        ("", 15), ("espa", 1), ("ESPAN", 1), ("spanish", 1), ("es", 1), ("中", 1), ("рус", 1), ("russian ", 1),
        ("klingon", 0), ("p", 2),
    ]) func aLanguageIsFoundByItsNamesAndItsCode(words: String, count: Int) {
        #expect(languages.filter { $0.matches(words) }.count == count)
    }

    @Test func theSourceCanBeFoundOut() {
        let source = TranslatorScene().state.source.languages
        #expect(source.first?.id == "")
        #expect(source.count == 16)
    }
}

/// What the translator page holds that closing the window would lose.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TranslatorClosingTests {
    @Test func textThatIsKeptNowhereIsAskedAbout() async {
        let scene = TranslatorScene()
        #expect(scene.state.farewell == nil)
        scene.type(" \n")
        #expect(scene.state.farewell == nil)
        scene.type("Good morning")
        #expect(scene.state.farewell?.save != nil && scene.state.farewell?.title == "Save Text?")
        _ = await scene.translate("Good morning", as: "Buenos días")
        #expect(scene.state.farewell?.title == "Save Translation?")
        scene.presenter.clear()
        #expect(scene.state.farewell == nil)
    }

    @Test func aTextWithoutTranslationStaysWhenTheLanguagesChangeSides() {
        let scene = TranslatorScene { $0.source = "de" }
        scene.type("Guten Morgen")
        scene.presenter.swap()
        #expect(scene.state.source.text == "Guten Morgen")
    }

    @Test func aTranslationInTheHistoryIsNotLost() async {
        let scene = TranslatorScene { $0.keepsTranslations = true }
        _ = await scene.translate("Good morning", as: "Buenos días")
        #expect(scene.state.farewell == nil)
        scene.type("Good morning, all")
        #expect(scene.state.farewell?.text.hasSuffix("The translation is in the history.") == true)
    }

    @Test func aTranslationThatTheHistoryCouldNotStoreIsAskedAbout() async throws {
        let scene = TranslatorScene { $0.keepsTranslations = true }
        let exchange = await scene.translate("Good morning", as: "Buenos días")
        scene.report(.notice(.notKept(exchange.id, ArchiveError(.diskFull))))
        #expect(scene.state.farewell != nil)
        scene.report(.notice(.noSound))
        #expect(scene.state.banner?.text == ArchiveError(.diskFull).message.text)
        // Translated again, it is stored.
        var again = exchange
        again.translation = Private("Buen día")
        scene.advance(again)
        #expect(scene.state.farewell == nil)
    }

    @Test func aHistoryThatWasTurnedOnLaterDoesNotHaveTheTranslation() async {
        let scene = TranslatorScene()
        _ = await scene.translate("Good morning", as: "Buenos días")
        scene.presenter.adopt(scene.store.change { $0.translator.keepsTranslations = true })
        #expect(scene.state.farewell != nil)
    }

    @Test func bothTextsAreSavedInOneFile() async {
        let scene = TranslatorScene()
        _ = await scene.translate("Good morning", as: "Buenos días")
        #expect(await scene.presenter.saveTexts(to: "/somewhere/talk.txt"))
        #expect(scene.saver.saves.map(\.text) == ["Good morning\n\nBuenos días\n"])
        #expect(scene.state.farewell == nil)
        scene.type("More")
        #expect(scene.state.farewell != nil)
    }
}
