import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct PrivacyPresenterTests {
    private let view = SpyPrivacyView()
    private let meter = FakeKeptDataMeter()
    private let secrets = FakeSecretStore([SecretName(.server, owner: "attic"): "one"])
    private let practice = FakePracticeStore([PracticeDay(day: 1, exercise: "a")])
    private let models = ModelStage(present: [])
    private let store = FakePreferenceStore()
    private let news: HistoryNews
    private let history: HistoryService
    private let presenter: PrivacyPresenter

    init() {
        history = HistoryService(preferences: store)
        news = HistoryNews(of: history)
        meter.set(.texts, "/home/me/.local/share/parlando/history.sqlite", bytes: 12_000)
        meter.set(.practice, "/mnt/practice.json", bytes: 300)
        presenter = PrivacyPresenter(
            view: view, meter: meter, secrets: secrets, practice: practice, news: news,
            models: models.service, store: store, home: "/home/me")
        presenter.activate()
    }

    private func show() async {
        presenter.refresh()
        await view.nextChange { !view.state.keyNote.isEmpty }
    }

    private func note(_ kind: KeptKind) -> String? {
        view.state.notes[kind]?.split(separator: "\n").last.map(String.init)
    }

    @Test func nothingIsMeasuredBeforeThePageIsInSight() {
        presenter.historyService(history, didReport: .changed)
        store.change { $0.history.keepsSound = true }
        #expect(meter.measurements == 0)
        #expect(view.state.keyNote.isEmpty)
    }

    @Test func eachKindIsShownWithItsPlaceAndSize() async {
        await show()
        #expect(note(.texts) == "~/.local/share/parlando/history.sqlite · 12 kB")
        #expect(note(.practice) == "/mnt/practice.json · 300 bytes")
        #expect(note(.unsent) == view.state.notes[.unsent])
        #expect(view.state.keyNote == "1 key in the keyring")
        // A folder that only begins with the name of the home folder is not in it.
        meter.set(.words, "/home/meadow/words.json", bytes: 1)
        meter.set(.models, "/home/me/models", bytes: 0)
        presenter.refresh()
        await view.nextChange { note(.words) == "/home/meadow/words.json · 1 byte" }
        #expect(note(.models) == "Nothing is kept")
    }

    @Test func aMicrophoneThatStaysOpenIsSaid() async {
        #expect(view.state.aheadNote.hasPrefix("Off."))
        store.change { $0.listensAhead = true }
        await view.nextChange { view.state.aheadNote.contains("half second of sound is in memory") }
    }

    @Test func whateverIsAddedOrRemovedIsMeasuredAgain() async {
        await show()
        meter.set(.texts, "/history", bytes: 1)
        presenter.historyService(history, didReport: .changed)
        await view.nextChange { note(.texts) == "/history · 1 byte" }
        meter.set(.models, "/models", bytes: 2)
        let model = SpeechModel(name: "base", bytes: 100, sha256: "")
        let entry = ModelEntry(model: model, state: .present, diskUse: 2, isChosen: true)
        presenter.modelService(models.service, didChange: [entry])
        await view.nextChange { note(.models) == "/models · 2 bytes" }
        meter.set(.translations, "/translations", bytes: 3)
        store.change { $0.translator.keepsTranslations = true }
        await view.nextChange { note(.translations) == "/translations · 3 bytes" }
    }

    @Test func aKeyringThatCannotBeCountedSaysWhy() async {
        secrets.fail(with: SecretError(.absent))
        await show()
        #expect(view.state.keyNote == SecretError(.absent).message.text)
    }

    /// The session bus, with programs on it.
    private final class Bus: ControlView {
        var listeners: [String] = []

        func publish(state: String) {}
        func publish(interim: String) {}
        func publish(final text: String, beginsParagraph: Bool) {}
    }

    @Test func whoGetsTextIsShown() {
        let bus = Bus()
        let control = ControlPresenter(view: bus)
        control.delegate = presenter
        control.reportListeners()
        #expect(view.state.listenerNote.hasSuffix("\nNone at the moment"))
        bus.listeners = ["scribe", "python3", "py\u{202E}thon3", "scribe"]
        control.reportListeners()
        #expect(view.state.listenerNote.hasSuffix("\nNow: python3, scribe"))
    }

    @Test func resultsAreDeletedOnlyIfTheUserAgrees() async {
        await show()
        let change = PreferenceChange(\.rhythm.keepsResults, false)
        let drawn = view.states.count
        presenter.apply(change)
        await view.nextChange { view.states.count > drawn }
        #expect(view.questions.count == 1)
        #expect(view.state.preferences.rhythm.keepsResults && store.load().rhythm.keepsResults)
        view.answer = true
        presenter.apply(change)
        await view.nextChange { !view.state.preferences.rhythm.keepsResults }
        #expect(await practice.entries.isEmpty)
        #expect(!store.load().rhythm.keepsResults)
        // Switched on again, nobody is asked.
        presenter.apply(PreferenceChange(\.rhythm.keepsResults, true))
        #expect(store.load().rhythm.keepsResults)
        #expect(view.questions.count == 2)
    }

    @Test func withoutResultsNobodyIsAsked() async {
        meter.set(.practice, "/practice.json", bytes: 0)
        await show()
        presenter.apply(PreferenceChange(\.rhythm.keepsResults, false))
        #expect(view.questions.isEmpty)
        #expect(!store.load().rhythm.keepsResults)
    }
}
