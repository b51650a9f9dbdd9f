import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// What the page shows of texts that wait, and when a conversation ends.
@MainActor @Suite(.timeLimit(.minutes(1))) struct WaitingTextsTests {
    @Test func whoSpeaksWhileATextIsTranslatedIsHeardAtOnceAndTheTextStays() async {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        #expect(scene.state.button == .start)
        await scene.listen()
        await scene.answer("Hola")
        await scene.view.nextChange { scene.state.target.earlier == "Hola" }
        #expect(scene.state.source.text == "")
        #expect(scene.state.source.earlier == "Hello")
    }

    @Test func aTextThatIsTypedWhileAnotherIsTranslatedIsSeenWaiting() async {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        #expect(scene.state.isTranslateStop)
        // An edited text is another one, which is not stopped but added.
        scene.type("Good night")
        #expect(!scene.state.isTranslateStop)
        await scene.ask("Good night")
        #expect(scene.state.queue?.text == "1 text is waiting")
        #expect(scene.state.queue?.texts == "Good night")
        #expect(scene.state.target.placeholder == "Waiting for its turn")
        await scene.answer("Hola")
        await scene.view.nextChange { scene.state.queue == nil }
        #expect(scene.state.target.earlier == "Hola")
        await scene.answer("Buenas noches", to: 2)
        await scene.waitForEnd()
        #expect(scene.state.target.text == "Buenas noches")
        #expect(scene.state.source.text == "Good night")
    }

    /// Types three texts, each while the ones before it are translated or wait.
    private func askThree() async -> TranslatorScene {
        let scene = TranslatorScene()
        for text in ["One", "Two", "Three"] {
            await scene.ask(text)
        }
        return scene
    }

    @Test func theTranslationsOfAllTextsStayOnThePage() async {
        let scene = await askThree()
        for (index, translation) in ["Uno", "Dos", "Tres"].enumerated() {
            await scene.answer(translation, to: index + 1)
        }
        await scene.waitForEnd()
        #expect(scene.state.source.earlier == "One\n\nTwo" && scene.state.source.text == "Three")
        #expect(scene.state.target.earlier == "Uno\n\nDos" && scene.state.target.text == "Tres")
        scene.presenter.copy(.target)
        #expect(scene.view.copied == ["Uno\n\nDos\n\nTres"])
        #expect(await scene.presenter.saveTexts(to: "/somewhere/talk.txt"))
        #expect(scene.saver.saves.map(\.text) == ["One\n\nUno\n\nTwo\n\nDos\n\nThree\n\nTres\n"])
        #expect(scene.state.farewell == nil)
    }

    @Test func tryAgainRepeatsEachTextThatFailed() async {
        let scene = await askThree()
        for count in 1...3 {
            await scene.waitForRequests(count)
            scene.parts.translator.refuse(TranslationError(.failed))
        }
        await scene.waitForEnd()
        scene.press(.retry)
        #expect(scene.state.banner == nil)
        await scene.view.nextChange { scene.state.target.text == "THREE" }
        await scene.waitForEnd()
        #expect(scene.state.target.earlier == "ONE\n\nTWO")
        #expect(scene.state.banner == nil)
    }

    @Test func aTextThatWasStoppedHasNoTranslationOfAnother() async {
        let scene = TranslatorScene()
        await scene.ask("One")
        await scene.ask("Two")
        #expect(scene.state.target.earlier == "Translating…")
        scene.presenter.cancelStage()
        await scene.waitForRequests(2)
        await scene.view.nextChange { scene.state.target.earlier == "Not translated" }
        await scene.answer("Dos", to: 2)
        await scene.waitForEnd()
        #expect(scene.state.source.earlier == "One" && scene.state.source.text == "Two")
        #expect(scene.state.target.earlier == "Not translated" && scene.state.target.text == "Dos")
        scene.presenter.copy(.target)
        #expect(scene.view.copied == ["Dos"])
    }

    @Test func aTextThatWasDiscardedIsNotShownAsBeingTranslated() async {
        let scene = await askThree()
        scene.presenter.cancelWaiting()
        await scene.view.nextChange { scene.state.queue == nil }
        #expect(scene.state.target.placeholder == "The translation appears here")
        // It can be translated after all.
        #expect(scene.state.source.text == "Three" && scene.state.canTranslate && !scene.state.isTranslateStop)
        #expect(scene.state.source.earlier == "One")
    }

    @Test func typingDuringATurnOfAConversationKeepsTheTurnOnThePage() async {
        let scene = TranslatorScene { ($0.source, $0.target) = ("en", "es") }
        scene.presenter.setConversation(true)
        var turn = Exchange(source: "Buenos días", sourceLanguage: "es", targetLanguage: "en")
        scene.enter(.listening, .translating)
        scene.advance(turn)
        #expect(scene.state.target.text == "Buenos días")
        scene.type("And you?")
        #expect(scene.state.source.text == "And you?" && scene.state.target.earlier == "Buenos días")
        turn.translation = Private("Good morning")
        turn.isWhole = true
        scene.advance(turn)
        #expect(scene.state.source.earlier == "Good morning")
    }

    // MARK: Conversation

    @Test func aConversationEndsWhenItsPageIsLeft() async {
        let scene = TranslatorScene()
        scene.presenter.setConversation(true)
        await scene.listen()
        scene.presenter.disappear()
        await scene.waitForEnd()
        #expect(!scene.parts.microphone.isOpen)
    }

    @Test func aConversationThatHasNotBegunEndsWhenItsPageIsLeft() async {
        let scene = TranslatorScene()
        scene.parts.player.hold()
        let sample = Task {
            _ = try? await scene.parts.service.speakSample(Private("Hola."), language: "es", TranslatorRig.options)
        }
        for await _ in scene.parts.player.opened.prefix(1) {}
        scene.presenter.setConversation(true)
        scene.presenter.pressButton()
        scene.presenter.disappear()
        await scene.view.nextChange {
            !scene.presenter.screen.isWaiting && scene.presenter.screen.stage == .idle && scene.state.button == .start
        }
        #expect(!scene.parts.microphone.isOpen)
        await sample.value
    }

    @Test func aConversationWhosePageIsLeftDuringTheQuestionDoesNotBegin() async {
        let scene = TranslatorScene(agreed: false)
        scene.presenter.setConversation(true)
        scene.view.log.whileAsked = { scene.presenter.disappear() }
        scene.presenter.pressButton()
        while scene.store.load().translator.agreedServices.isEmpty {
            await Task.yield()
        }
        #expect(!scene.presenter.screen.isWaiting)
        scene.view.log.whileAsked = nil
        scene.presenter.appear()
        await scene.listen()
    }

    @Test func aMicrophoneWithoutSoundIsSaidUntilItGivesSome() async {
        let scene = TranslatorScene()
        await scene.listen()
        scene.report(.notice(.noSound))
        #expect(scene.state.banner?.text == "The microphone gives no sound. Is it muted?")
        scene.report(.level(-80))
        #expect(scene.state.banner?.action?.kind == .chooseMicrophone)
        scene.report(.sound)
        #expect(scene.state.banner == nil)
    }

    @Test(arguments: [(30, 30), (0, nil)] as [(Int, Int?)])
    func aConversationEndsAfterTheSilenceOfDictation(preference: Int, limit: Int?) async {
        let scene = TranslatorScene()
        scene.store.change { $0.silenceStop = preference }
        scene.presenter.setConversation(true)
        await scene.listen()
        #expect(scene.presenter.options().silenceStop == limit)
        scene.report(.notice(.conversationEnded(seconds: 30)))
        #expect(scene.view.toasts == ["Conversation ended: no speech for 30 seconds"])
        #expect(scene.state.banner == nil)
    }
}
