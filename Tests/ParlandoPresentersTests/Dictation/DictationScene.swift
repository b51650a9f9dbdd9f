import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport

/// The dictation page with everything around it in the test's hand.
@MainActor protocol DictationScene {
    var view: SpyDictationView { get }
    var dictation: FakeDictation { get }
    var models: FakeModelKeeping { get }
    var presenter: DictationPresenter { get }
}

/// What most tests of the page begin with: an empty page, and stand-ins for all around it.
@MainActor struct DictationStage {
    let view = SpyDictationView()
    let dictation = FakeDictation()
    let models = FakeModelKeeping()
    let store = FakePreferenceStore()
    let presenter: DictationPresenter

    init() {
        presenter = DictationPresenter(view, dictation, models, store: store)
        presenter.activate()
    }
}

/// Tests that begin with an empty page.
@MainActor protocol StagedDictationScene: DictationScene {
    var stage: DictationStage { get }
}

extension StagedDictationScene {
    var view: SpyDictationView { stage.view }
    var dictation: FakeDictation { stage.dictation }
    var models: FakeModelKeeping { stage.models }
    var store: FakePreferenceStore { stage.store }
    var presenter: DictationPresenter { stage.presenter }
}

extension DictationPresenter {
    /// The presenter of a dictation page among stand-ins.
    convenience init(
        _ view: SpyDictationView, _ dictation: FakeDictation, _ models: FakeModelKeeping,
        servers: FakeServers = FakeServers(),
        store: FakePreferenceStore = FakePreferenceStore(), saver: FakeTextSaver = FakeTextSaver(),
        typing: FakeTyping = FakeTyping(), caret: FakeCaret = FakeCaret(),
        isMetered: Bool = false, language: String = "en", isOwner: Bool = true,
        pace: ManualClock = ManualClock(advancesItself: false)
    ) {
        self.init(
            view: view, dictation: dictation, models: models,
            servers: servers, store: store, saver: saver, typing: typing, caret: caret,
            downloads: ModelDownloads(models, store: store, isMetered: isMetered, language: language),
            clock: FixedClock(), ownership: FakeDataOwnership(isOwner: isOwner), pace: pace)
    }
}

extension DictationScene {
    func model(_ state: ModelState, isMultilingual: Bool = false, isAwaited: Bool = false) {
        let model = SpeechModel(
            name: isMultilingual ? "base" : "tiny.en", bytes: 77_704_715, sha256: "", isMultilingual: isMultilingual)
        models.tell([
            ModelEntry(model: model, state: state, diskUse: 0, isChosen: true, isAwaited: isAwaited)
        ])
    }

    func enter(_ phases: DictationPhase...) {
        phases.forEach { presenter.dictationService(dictation, didReport: .phase($0)) }
    }

    func hear(_ text: String, interim: String = "") {
        var transcript = Transcript()
        transcript.apply(.final(words(text)))
        transcript.apply(.interim(words(interim, from: 100)))
        presenter.dictationService(dictation, didReport: .transcript(transcript))
    }

    func words(_ text: String, from start: Double = 0) -> [Word] {
        text.split(separator: " ").enumerated().map { index, word in
            Word(text: String(word), start: start + Double(index), end: start + Double(index) + 0.5, probability: 0.9)
        }
    }

    func firstCommand() async -> FakeDictation.Command? {
        var commands = dictation.commands.makeAsyncIterator()
        return await commands.next()
    }
}
