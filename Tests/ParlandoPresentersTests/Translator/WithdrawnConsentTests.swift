import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct WithdrawnConsentTests {
    @Test func aServiceThatWasWithdrawnIsAskedAboutAgain() async {
        let scene = TranslatorScene()
        _ = await scene.translate("Hello", as: "Hola")
        #expect(scene.view.questions.isEmpty)
        scene.store.change { $0.translator.agreedServices = [] }
        await scene.ask("Bye")
        #expect(scene.view.questions.map(\.title) == ["Send Text to Gemini?"])
    }

    @Test func whoeverIsChosenWhileTheQuestionIsOpenIsAskedAboutToo() async {
        let scene = TranslatorScene(agreed: false)
        scene.type("Hello")
        scene.presenter.pressTranslate()
        scene.store.change {
            $0.translator.service = .libreTranslate
            $0.translator.address = "https://one.example"
        }
        guard case .translate(_, let options)? = await scene.next() else {
            Issue.record("nothing was translated")
            return
        }
        #expect(scene.view.questions.count == 2)
        #expect(scene.view.questions.last?.text.contains("one.example") == true)
        #expect(options.preferences.agreedServices == ["libretranslate"])
        #expect(options.preferences.agreedPlace == "https://one.example")
    }

    @Test func aVoiceThatIsChosenWhileTheQuestionIsOpenIsAskedAboutToo() async {
        let scene = TranslatorScene { $0.voiceService = .google }
        _ = await scene.translate("Hello", as: "Hola")
        scene.presenter.pressListen(on: .target)
        scene.store.change { $0.translator.voiceService = .gemini }
        scene.store.change { $0.translator.agreedServices = [] }
        _ = await scene.next()
        #expect(scene.view.questions.count == 2)
        #expect(scene.store.load().translator.agreedServices == ["gemini"])
    }

    @Test(arguments: [true, false]) func aVoiceThatWasWithdrawnIsAskedAboutBeforeItSpeaks(agrees: Bool) async {
        let scene = TranslatorScene { $0.voiceService = .google }
        _ = await scene.translate("Hello", as: "Hola")
        // To read needs no voice.
        #expect(scene.view.questions.isEmpty)
        scene.view.answer = agrees
        scene.presenter.pressListen(on: .target)
        guard case .speak(_, _, _, let options)? = await scene.next() else {
            Issue.record("nothing was spoken")
            return
        }
        #expect(scene.view.questions.map(\.title) == ["Send Text to Google Cloud?"])
        #expect(options.preferences.agreedServices == (agrees ? ["gemini", "google"] : ["gemini"]))
        scene.enter(.speaking, .idle)
        scene.presenter.pressListen(on: .target)
        _ = await scene.next()
        // Whoever said no is not asked at every sentence.
        #expect(scene.view.questions.count == 1)
    }

    @Test func aVoiceThatWasWithdrawnIsAskedAboutBeforeItIsSaved() async {
        let scene = TranslatorScene { $0.voiceService = .google }
        _ = await scene.translate("Hello", as: "Hola")
        scene.presenter.saveSound(to: "/x.wav")
        guard case .save(_, _, _, let options)? = await scene.next() else {
            Issue.record("nothing was saved")
            return
        }
        #expect(scene.view.questions.map(\.title) == ["Send Text to Google Cloud?"])
        #expect(options.preferences.agreedServices == ["gemini", "google"])
    }

    @Test func aVoiceThatSpeaksByItselfIsAskedAboutBeforeSomebodySpeaks() async {
        let scene = TranslatorScene { $0.voiceService = .google }
        scene.presenter.pressButton()
        _ = await scene.next()
        #expect(scene.view.questions.map(\.title) == ["Send Text to Google Cloud?"])
    }
}
