import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport

@testable import ParlandoPresenters

/// The dictation page with everything around it in the test's hand.
@MainActor protocol DictationScene {
    var view: SpyDictationView { get }
    var dictation: DictationDoubles { get }
    var models: ModelStage { get }
    var presenter: DictationPresenter { get }
}

/// What most tests of the page begin with: an empty page, and stand-ins for all around it.
@MainActor struct DictationStage {
    let view = SpyDictationView()
    let dictation = DictationDoubles()
    let models = ModelStage(present: [])
    let store = FakePreferenceStore()
    let presenter: DictationPresenter

    init() {
        presenter = DictationPresenter(view, dictation, models, store: store)
        presenter.activateAlone()
    }
}

/// Tests that begin with an empty page.
@MainActor protocol StagedDictationScene: DictationScene {
    var stage: DictationStage { get }
}

extension StagedDictationScene {
    var view: SpyDictationView { stage.view }
    var dictation: DictationDoubles { stage.dictation }
    var models: ModelStage { stage.models }
    var store: FakePreferenceStore { stage.store }
    var presenter: DictationPresenter { stage.presenter }
}

extension DictationPresenter {
    /// The presenter of a dictation page among stand-ins.
    convenience init(
        _ view: SpyDictationView, _ dictation: DictationDoubles, _ models: ModelStage,
        servers: FakeServers = FakeServers(),
        store: FakePreferenceStore = FakePreferenceStore(), saver: FakeTextSaver = FakeTextSaver(),
        typing: FakeTyping = FakeTyping(), caret: CaretService = CaretService(typing: FakeCaretTyping(.notInstalled)),
        cleanup: CleanupService? = nil,
        isMetered: Bool = false, language: String = "en", check: MicrophoneCheck? = nil,
        devices: FakeDeviceDirectory = FakeDeviceDirectory([.systemDefault, AudioDevice(id: "usb", name: "Headset")]),
        isOwner: Bool = true, pace: ManualClock = ManualClock(advancesItself: false)
    ) {
        self.init(
            view: view, dictation: dictation.service, models: models.service,
            servers: servers, store: store, saver: saver, typing: typing, caret: caret,
            cleanup: cleanup ?? CleanupService(model: FakeLanguageModel(), preferences: store, caret: caret),
            downloads: ModelDownloads(models, store: store, isMetered: isMetered, language: language),
            check: check ?? MicrophoneCheck(microphone: FakeMicrophone()), devices: devices, clock: FixedClock(),
            ownership: FakeDataOwnership(isOwner: isOwner), pace: pace)
    }

    /// Activates the page without the events of dictation and caret, which a test reports itself.
    func activateAlone() {
        activate()
        dictation.delegate = nil
        caret.delegate = nil
    }
}

extension DictationScene {
    /// Reports the state of a model to the page, or to another page.
    func model(
        _ state: ModelState, isMultilingual: Bool = false, isAwaited: Bool = false, to other: DictationPresenter? = nil
    ) {
        let model = SpeechModel(
            name: isMultilingual ? "base" : "tiny.en", bytes: 77_704_715, sha256: "", isMultilingual: isMultilingual)
        let entry = ModelEntry(model: model, state: state, diskUse: 0, isChosen: true, isAwaited: isAwaited)
        (other ?? presenter).modelService(models.service, didChange: [entry])
    }

    func enter(_ phases: DictationPhase...) {
        phases.forEach { presenter.dictationService(dictation.service, didReport: .phase($0)) }
    }

    func hear(_ text: String, interim: String = "") {
        var transcript = Transcript()
        transcript.apply(.final(words(text)))
        transcript.apply(.interim(words(interim, from: 100)))
        presenter.dictationService(dictation.service, didReport: .transcript(transcript))
    }

    func words(_ text: String, from start: Double = 0) -> [Word] {
        [Word](of: text, from: start)
    }
}

/// Stand-in for the history behind the dictation page.
@MainActor final class SpyPageKeeper: PageKeeping, ChangeWatching {
    let changes = Changes()
    /// The pages that were put away.
    private(set) var pages: [TranscriptDocument] = [] { didSet { changes.happened() } }
    /// Text of the page as it was last stored.
    private(set) var kept: String? { didSet { changes.happened() } }
    /// Sessions of the page as it was last stored.
    private(set) var sessions: [DictatedSession] = []
    private(set) var discarded: [UUID] = []
    private(set) var played: [SpokenWord] = [] { didSet { changes.happened() } }
    /// Whether the history holds each session of a page, from the first one on; the rest is held.
    var held: [Bool] = []
    /// The page of the previous run.
    var formerPage = TranscriptDocument()
    var formerInterruption: InterruptedDictation?
    /// The page with an entry that the user goes on with.
    var entry = TranscriptDocument()
    var isAudible = false
    var failure: AudioError?

    func putAway(_ page: TranscriptDocument) {
        pages.append(page)
    }

    func follow(_ page: TranscriptDocument) -> [Bool] {
        sessions = page.sessions
        kept = page.text
        return page.sessions.indices.map { $0 < held.count ? held[$0] : true }
    }

    func discard(_ session: UUID) {
        discarded.append(session)
    }

    private(set) var reopened: [UUID] = [] { didSet { changes.happened() } }

    func reopen(_ entry: UUID) -> TranscriptDocument {
        reopened.append(entry)
        return self.entry
    }

    func lastPage() -> TranscriptDocument {
        formerPage
    }

    func interruption() -> InterruptedDictation? {
        formerInterruption
    }

    func hasSound(of word: SpokenWord) -> Bool {
        isAudible
    }

    func play(_ word: SpokenWord) throws(AudioError) {
        played.append(word)
        if let failure {
            throw failure
        }
    }
}
