import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// What the page shows of texts that wait, and when a conversation ends.
@MainActor @Suite(.timeLimit(.minutes(1))) struct WaitingTextsTests {
    @Test func whoSpeaksWhileATextIsTranslatedIsHeardAtOnceAndTheTextStays() async {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        var first = Exchange(source: "Hello", sourceLanguage: "en", translation: "", targetLanguage: "es")
        scene.enter(.translating)
        scene.advance(first)
        #expect(scene.state.button == .start)
        scene.presenter.translatorViewDidPressButton(scene.view)
        guard case .listen? = await scene.next() else {
            Issue.record("nobody listens")
            return
        }
        scene.enter(.listening)
        first.translation = Private("Hola")
        first.isWhole = true
        scene.advance(first)
        #expect(scene.state.source.text == "")
        #expect(scene.state.source.earlier == "Hello")
        #expect(scene.state.target.earlier == "Hola")
    }

    @Test func aTextThatIsTypedWhileAnotherIsTranslatedIsSeenWaiting() async {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        var first = Exchange(source: "Hello", sourceLanguage: "en", translation: "", targetLanguage: "es")
        scene.enter(.translating)
        scene.advance(first)
        #expect(scene.state.isTranslateStop)
        // An edited text is another one, which is not stopped but added.
        scene.type("Good night")
        #expect(!scene.state.isTranslateStop)
        scene.presenter.translatorViewDidPressTranslate(scene.view)
        guard case .translate(let text, _)? = await scene.next() else {
            Issue.record("nothing waits")
            return
        }
        #expect(text.revealed == "Good night")
        var second = Exchange(source: "Good night", sourceLanguage: "en", translation: "", targetLanguage: "es")
        scene.advance(second)
        scene.presenter.translatorService(scene.translator, didReport: .waiting([second.id]))
        #expect(scene.state.queue?.text == "1 text is waiting")
        #expect(scene.state.queue?.texts == "Good night")
        #expect(scene.state.target.placeholder == "Waiting for its turn")
        first.translation = Private("Hola")
        first.isWhole = true
        scene.advance(first)
        #expect(scene.state.target.earlier == "Hola")
        scene.presenter.translatorService(scene.translator, didReport: .waiting([]))
        #expect(scene.state.queue == nil)
        second.translation = Private("Buenas noches")
        second.isWhole = true
        scene.advance(second)
        scene.enter(.idle)
        #expect(scene.state.target.text == "Buenas noches")
        #expect(scene.state.source.text == "Good night")
    }

    @Test func theTextsThatWaitCanBeDiscarded() async {
        let scene = TranslatorScene()
        scene.presenter.translatorViewDidPressCancelWaiting(scene.view)
        #expect(await scene.next() == .cancelWaiting)
    }

    // MARK: Conversation

    @Test func aConversationEndsWhenItsPageIsLeft() async {
        let scene = TranslatorScene()
        scene.presenter.translatorView(scene.view, didSetConversation: true)
        scene.presenter.translatorViewDidPressButton(scene.view)
        _ = await scene.next()
        scene.enter(.listening)
        scene.presenter.translatorViewDidDisappear(scene.view)
        #expect(await scene.next() == .finishListening)
    }

    @Test(arguments: [(30, 30), (0, nil)] as [(Int, Int?)])
    func aConversationEndsAfterTheSilenceOfDictation(preference: Int, limit: Int?) async {
        let scene = TranslatorScene()
        scene.store.change { $0.silenceStop = preference }
        scene.presenter.translatorView(scene.view, didSetConversation: true)
        scene.presenter.translatorViewDidPressButton(scene.view)
        guard case .listen(let options)? = await scene.next() else {
            Issue.record("nobody listens")
            return
        }
        #expect(options.silenceStop == limit)
        scene.presenter.translatorService(
            scene.translator, didReport: .notice(.conversationEnded(seconds: 30)))
        #expect(scene.view.toasts == ["Conversation ended: no speech for 30 seconds"])
        #expect(scene.state.banner == nil)
    }
}
