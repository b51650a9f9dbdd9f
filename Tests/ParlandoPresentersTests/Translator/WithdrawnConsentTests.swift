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
        await scene.view.nextChange { scene.state.target.text == "HELLO" }
        #expect(scene.view.questions.count == 2)
        #expect(scene.view.questions.last?.text.contains("one.example") == true)
        #expect(scene.store.load().translator.agreedServices == ["libretranslate"])
        #expect(scene.store.load().translator.agreedPlace == "https://one.example")
    }

    @Test func aVoiceThatIsChosenWhileTheQuestionIsOpenIsAskedAboutToo() async {
        let scene = TranslatorScene { $0.voiceService = .google }
        _ = await scene.translate("Hello", as: "Hola")
        scene.presenter.pressListen(on: .target)
        scene.store.change { $0.translator.voiceService = .gemini }
        scene.store.change { $0.translator.agreedServices = [] }
        while scene.parts.player.playbacks == 0 {
            await Task.yield()
        }
        #expect(scene.view.questions.count == 2)
        #expect(scene.store.load().translator.agreedServices == ["gemini"])
    }

    @Test(arguments: [true, false]) func aVoiceThatWasWithdrawnIsAskedAboutBeforeItSpeaks(agrees: Bool) async {
        let scene = TranslatorScene { $0.voiceService = .google }
        _ = await scene.translate("Hello", as: "Hola")
        // To read needs no voice.
        #expect(scene.view.questions.isEmpty)
        scene.view.answer = agrees
        await scene.hear()
        #expect(scene.view.questions.map(\.title) == ["Send Text to Google Cloud?"])
        #expect(scene.store.load().translator.agreedServices == (agrees ? ["gemini", "google"] : ["gemini"]))
        // A voice of this computer speaks in place of one that was refused.
        #expect(scene.parts.voice.requests.isEmpty == agrees)
        scene.presenter.stopSpeech()
        await scene.waitForEnd()
        await scene.hear()
        // Whoever said no is not asked at every sentence.
        #expect(scene.view.questions.count == 1)
    }

    @Test func aVoiceThatWasWithdrawnIsAskedAboutBeforeItIsSaved() async {
        let scene = TranslatorScene { $0.voiceService = .google }
        _ = await scene.translate("Hello", as: "Hola")
        scene.presenter.saveSound(to: "/x.wav")
        await scene.view.nextChange { scene.view.toasts == ["Saved as x.wav"] }
        #expect(scene.view.questions.map(\.title) == ["Send Text to Google Cloud?"])
        #expect(scene.store.load().translator.agreedServices == ["gemini", "google"])
    }

    @Test func aVoiceThatSpeaksByItselfIsAskedAboutBeforeSomebodySpeaks() async {
        let scene = TranslatorScene { $0.voiceService = .google }
        await scene.listen()
        #expect(scene.view.questions.map(\.title) == ["Send Text to Google Cloud?"])
    }
}
