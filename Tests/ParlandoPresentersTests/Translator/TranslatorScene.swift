import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport

/// The translator page with everything around it in the test's hand.
@MainActor final class TranslatorScene {
    let view = SpyTranslatorView()
    let translator = FakeTranslating()
    let models = FakeModelKeeping()
    let store: FakePreferenceStore
    let saver = FakeTextSaver()
    let presenter: TranslatorPresenter

    /// - Parameters:
    ///   - agreed: whether the user has agreed to the chosen service.
    ///   - secrets: the keyring, or nil if the environment holds the keys.
    init(
        agreed: Bool = true, secrets: (any SecretStore)? = nil,
        _ change: (inout TranslatorPreferences) -> Void = { _ in }
    ) {
        var preferences = Preferences()
        change(&preferences.translator)
        if agreed {
            preferences.translator.agreedServices = [preferences.translator.service.rawValue]
            preferences.translator.agreedPlace = preferences.translator.place
        }
        store = FakePreferenceStore(preferences)
        presenter = TranslatorPresenter(
            view: view, translator: translator, models: models, store: store, saver: saver,
            keys: TranslatorKeys(
                secrets ?? FakeSecretStore(),
                given: EnvironmentKeys(secrets == nil ? ["PARLANDO_GEMINI_KEY": "key"] : [:])),
            calendar: FixedClock(), clock: HurriedClock())
        presenter.activate()
    }

    var state: TranslatorViewState { view.state }

    func next() async -> FakeTranslating.Command? {
        var commands = translator.commands.makeAsyncIterator()
        return await commands.next()
    }

    func type(_ text: String) {
        presenter.edit(text)
    }

    func enter(_ stages: TranslatorStage...) {
        stages.forEach { presenter.translatorService(translator, didReport: .stage($0)) }
    }

    func advance(_ exchange: Exchange) {
        presenter.translatorService(translator, didReport: .exchange(exchange))
    }

    func fail(_ failure: TranslatorFailure, in stage: TranslatorStage, of exchange: Exchange? = nil) {
        presenter.translatorService(translator, didReport: .failure(stage, exchange?.id, failure))
    }

    func press(_ action: PageAction.Kind) {
        presenter.press(action)
    }

    /// Types and presses Translate, and takes the command that comes of it.
    func ask(_ text: String) async {
        type(text)
        presenter.pressTranslate()
        _ = await next()
    }

    /// Types and translates to the end, as the translator tells it.
    func translate(_ text: String, as translation: String, from source: String? = "en", into target: String = "es")
        async -> Exchange
    {
        await ask(text)
        let whole = Exchange(
            source: text, sourceLanguage: source, translation: translation, targetLanguage: target, service: .gemini,
            isWhole: true)
        enter(.translating)
        advance(whole)
        enter(.idle)
        return whole
    }
}
