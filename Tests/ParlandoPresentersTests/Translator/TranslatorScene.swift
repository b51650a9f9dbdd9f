import ParlandoCore
import ParlandoServices
import ParlandoTestSupport

@testable import ParlandoPresenters

/// The translator page over the real service, whose ports are in the test's hand. A test may report further events
/// itself, while the service reports none.
@MainActor final class TranslatorScene {
    let view = SpyTranslatorView()
    let parts = TranslatorRig()
    let models = ModelStage(present: [])
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
            view: view, translator: parts.service, models: models.service, store: store, saver: saver,
            keys: TranslatorKeys(
                secrets ?? FakeSecretStore(),
                given: EnvironmentKeys(secrets == nil ? ["PARLANDO_GEMINI_KEY": "key"] : [:])),
            calendar: FixedClock(), clock: HurriedClock())
        presenter.activate()
    }

    var state: TranslatorViewState { view.state }

    func type(_ text: String) {
        presenter.edit(text)
    }

    func press(_ action: PageAction.Kind) {
        presenter.press(action)
    }

    // MARK: What the service does

    /// Waits until the service has ended everything.
    func waitForEnd() async {
        await view.nextChange { presenter.screen.stage == .idle && !presenter.screen.isWaiting }
    }

    /// Types a text, presses Translate, and waits until the service has begun to translate it or lets it wait. The
    /// translation comes only when the test calls `answer`.
    @discardableResult
    func ask(_ text: String) async -> Exchange {
        let waits = presenter.screen.stage == .translating
        let requests = parts.translator.requests.count + (waits ? 0 : 1)
        parts.translator.script(.silence)
        type(text)
        presenter.pressTranslate()
        await view.nextChange {
            guard let last = presenter.screen.exchanges.last, last.source.revealed == text else {
                return false
            }
            return presenter.screen.stage == .translating && presenter.screen.waiting.contains(last.id) == waits
        }
        await waitForRequests(requests)
        return latest
    }

    /// Returns once the service has sent this many requests.
    func waitForRequests(_ count: Int) async {
        while parts.translator.requests.count < count {
            await Task.yield()
        }
    }

    /// Answers the request with this number, counted from 1.
    func answer(_ translation: String, to request: Int = 1) async {
        await waitForRequests(request)
        parts.translator.answer(translation)
    }

    /// Types a text and has it translated to the end.
    func translate(_ text: String, as translation: String) async -> Exchange {
        parts.translator.script(.says([], translation))
        type(text)
        presenter.pressTranslate()
        await view.nextChange {
            guard let last = presenter.screen.exchanges.last, last.source.revealed == text else {
                return false
            }
            return last.isWhole && presenter.screen.stage == .idle && !presenter.screen.isWaiting
        }
        return latest
    }

    private var latest: Exchange {
        presenter.screen.exchanges.last ?? Exchange(targetLanguage: "")
    }

    /// Presses Speak, and waits until the microphone is open.
    func listen() async {
        presenter.pressButton()
        await view.nextChange { presenter.screen.stage == .listening }
        await parts.microphone.waitUntilOpen()
    }

    /// Presses Listen, and waits until the translation is heard. It lasts until it is stopped.
    func hear() async {
        parts.player.hold()
        presenter.pressListen(on: .target)
        await view.nextChange { !state.target.played.isEmpty }
    }

    // MARK: What the test reports in its place

    func report(_ event: TranslatorEvent) {
        presenter.translatorService(parts.service, didReport: event)
    }

    func enter(_ stages: TranslatorStage...) {
        stages.forEach { report(.stage($0)) }
    }

    func advance(_ exchange: Exchange) {
        report(.exchange(exchange))
    }

    func fail(_ failure: TranslatorFailure, in stage: TranslatorStage, of exchange: Exchange? = nil) {
        report(.failure(stage, exchange?.id, failure))
    }
}
