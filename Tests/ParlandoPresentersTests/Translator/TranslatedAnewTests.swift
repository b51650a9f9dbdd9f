import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct TranslatedAnewTests {
    @Test func whatWasTranslatedEarlierCanBeAskedForAnew() async {
        let scene = TranslatorScene()
        var exchange = await scene.translate("Hello", as: "Hola")
        #expect(!scene.state.canTranslateAnew)
        exchange.isRemembered = true
        scene.advance(exchange)
        #expect(scene.state.canTranslateAnew)
        scene.presenter.translateAnew()
        guard case .translateAnew(let asked, let options)? = await scene.next() else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(asked.id == exchange.id)
        #expect(!options.usesMemory)
        #expect(!scene.state.canTranslateAnew)
        // What failed is tried again without memory as well.
        scene.enter(.translating)
        scene.fail(.translation(TranslationError(.offline)), in: .translating, of: exchange)
        scene.enter(.idle)
        scene.press(.retry)
        guard case .retry(exchange.id, let again)? = await scene.next() else {
            Issue.record("nothing was tried again")
            return
        }
        #expect(!again.usesMemory)
        // The next text may be one that was translated earlier.
        scene.type("Bye")
        scene.presenter.pressTranslate()
        guard case .translate(_, let next)? = await scene.next() else {
            Issue.record("nothing was translated")
            return
        }
        #expect(next.usesMemory)
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
