import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// What the page shows of texts that wait, and when a conversation ends.
@MainActor @Suite(.timeLimit(.minutes(1))) struct WaitingTextsTests {
    @Test func whoSpeaksWhileATextIsTranslatedIsHeardAtOnceAndTheTextStays() async throws {
        let scene = TranslatorScene()
        await scene.ask("Hello")
        var first = Exchange(source: "Hello", sourceLanguage: "en", translation: "", targetLanguage: "es")
        scene.enter(.translating)
        scene.advance(first)
        #expect(scene.state.button == .start)
        scene.presenter.pressButton()
        _ = try #require(await scene.next()?.listened)
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
        scene.presenter.pressTranslate()
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

    /// Types three texts, each while the ones before it are translated or wait.
    private func askThree(_ scene: TranslatorScene) async -> [Exchange] {
        var exchanges: [Exchange] = []
        for text in ["One", "Two", "Three"] {
            await scene.ask(text)
            scene.enter(.translating)
            let exchange = Exchange(source: text, sourceLanguage: "en", targetLanguage: "es")
            scene.advance(exchange)
            exchanges.append(exchange)
            scene.presenter.translatorService(
                scene.translator, didReport: .waiting(exchanges.dropFirst().map(\.id)))
        }
        return exchanges
    }

    @Test func theTranslationsOfAllTextsStayOnThePage() async {
        let scene = TranslatorScene()
        let exchanges = await askThree(scene)
        scene.presenter.translatorService(scene.translator, didReport: .waiting([]))
        for (var exchange, translation) in zip(exchanges, ["Uno", "Dos", "Tres"]) {
            exchange.translation = Private(translation)
            exchange.isWhole = true
            scene.advance(exchange)
        }
        scene.enter(.idle)
        #expect(scene.state.source.earlier == "One\n\nTwo" && scene.state.source.text == "Three")
        #expect(scene.state.target.earlier == "Uno\n\nDos" && scene.state.target.text == "Tres")
        scene.presenter.copy(.target)
        #expect(scene.view.copied == ["Uno\n\nDos\n\nTres"])
        #expect(await scene.presenter.saveTexts(to: "/somewhere/talk.txt"))
        #expect(scene.saver.saves.map(\.text) == ["One\n\nUno\n\nTwo\n\nDos\n\nThree\n\nTres\n"])
        #expect(scene.state.farewell == nil)
    }

    @Test func tryAgainRepeatsEachTextThatFailed() async {
        let scene = TranslatorScene()
        let exchanges = await askThree(scene)
        scene.presenter.translatorService(scene.translator, didReport: .waiting([]))
        for exchange in exchanges {
            scene.fail(.translation(TranslationError(.serverFailed)), in: .translating, of: exchange)
        }
        scene.enter(.idle)
        scene.press(.retry)
        for exchange in exchanges {
            guard case .retry(let id, _)? = await scene.next() else {
                Issue.record("not repeated")
                return
            }
            #expect(id == exchange.id)
        }
        #expect(scene.state.banner == nil)
    }

    @Test func aTextThatWasDiscardedIsNotShownAsBeingTranslated() async {
        let scene = TranslatorScene()
        let exchanges = await askThree(scene)
        scene.presenter.translatorService(
            scene.translator, didReport: .discarded(exchanges.dropFirst().map(\.id)))
        scene.presenter.translatorService(scene.translator, didReport: .waiting([]))
        #expect(scene.state.queue == nil && scene.state.target.placeholder == "The translation appears here")
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

    @Test func theTextsThatWaitCanBeDiscarded() async {
        let scene = TranslatorScene()
        scene.presenter.cancelWaiting()
        #expect(await scene.next() == .cancelWaiting)
    }

    // MARK: Conversation

    @Test func aConversationEndsWhenItsPageIsLeft() async {
        let scene = TranslatorScene()
        scene.presenter.setConversation(true)
        scene.presenter.pressButton()
        _ = await scene.next()
        scene.enter(.listening)
        scene.presenter.disappear()
        #expect(await scene.next() == .finishListening)
    }

    @Test(arguments: [(30, 30), (0, nil)] as [(Int, Int?)])
    func aConversationEndsAfterTheSilenceOfDictation(preference: Int, limit: Int?) async throws {
        let scene = TranslatorScene()
        scene.store.change { $0.silenceStop = preference }
        scene.presenter.setConversation(true)
        scene.presenter.pressButton()
        let options = try #require(await scene.next()?.listened)
        #expect(options.silenceStop == limit)
        scene.presenter.translatorService(
            scene.translator, didReport: .notice(.conversationEnded(seconds: 30)))
        #expect(scene.view.toasts == ["Conversation ended: no speech for 30 seconds"])
        #expect(scene.state.banner == nil)
    }
}
