import ParlandoCore
import ParlandoServices
import ParlandoTestSupport

@testable import ParlandoPresenters

/// The terminal page's presenter among stand-ins.
@MainActor struct TerminalStage {
    let view = SpyTerminalView()
    let dictation: DictationDoubles
    let models = ModelStage(present: [])
    let store = FakePreferenceStore()
    let servers = FakeServers()
    let presenter: TerminalPresenter

    init() {
        var preferences = Preferences()
        preferences.terminal.connections = [
            ConnectionProfile(id: "1", name: "Attic", host: "attic.example"),
            ConnectionProfile(id: "2", name: "Cellar", host: "cellar.example"),
        ]
        store.save(preferences)
        dictation = DictationDoubles(servers: servers)
        presenter = TerminalPresenter(
            view: view, dictation: dictation.service, models: models.service, servers: servers,
            store: store, saver: FakeTextSaver(), downloads: ModelDownloads(models, store: store),
            shells: ["/bin/zsh", "/bin/bash"])
        presenter.activate()
        // A test reports the events of the service itself.
        dictation.service.delegate = nil
    }
}

/// The terminal page with everything around it in the test's hand.
@MainActor protocol TerminalScene {
    var stage: TerminalStage { get }
}

extension TerminalScene {
    var view: SpyTerminalView { stage.view }
    var dictation: DictationDoubles { stage.dictation }
    var models: ModelStage { stage.models }
    var store: FakePreferenceStore { stage.store }
    var servers: FakeServers { stage.servers }
    var presenter: TerminalPresenter { stage.presenter }

    func model(_ state: ModelState, isAwaited: Bool = false) {
        let model = SpeechModel(name: "tiny.en", bytes: 77_704_715, sha256: "", isMultilingual: false)
        let entry = ModelEntry(model: model, state: state, diskUse: 0, isChosen: true, isAwaited: isAwaited)
        presenter.modelService(models.service, didChange: [entry])
    }

    func choose(_ change: (inout TerminalPreferences) -> Void) {
        presenter.change(change)
    }

    func connect(_ id: String = "1") {
        presenter.openConnection(id)
        report(.started)
        report(.connected)
    }

    func openShell() {
        presenter.openShell()
        report(.started)
    }

    /// The tab in front.
    var front: TerminalTabID { view.state.front }

    /// Reports an event of the terminal in a tab, by default the one in front.
    func report(_ event: TerminalEvent, in tab: TerminalTabID? = nil) {
        presenter.receive(event, in: tab ?? front)
    }

    /// Edits the text in the tab in front.
    func edit(_ text: String) {
        presenter.edit(text, in: front)
    }

    /// Returns to the list of connections, and answers the question about the connection.
    func goBack() async {
        view.answer = true
        presenter.goBack()
        await view.nextChange { !view.state.isOpen && !view.ended.isEmpty }
    }

    /// The text in the preview.
    var preview: String {
        view.state.preview.map { $0.map(\.text).joined() }.joined(separator: "\n")
    }

    func enter(_ phases: DictationPhase...) {
        phases.forEach { presenter.dictationService(dictation.service, didReport: .phase($0)) }
    }

    func hear(_ text: String, interim: String = "") {
        let transcript = Transcript(
            paragraphs: text.isEmpty ? [] : [Paragraph(words: [Word](of: text))],
            interim: [Word](of: interim, from: 100))
        presenter.dictationService(dictation.service, didReport: .transcript(transcript))
    }

    func dictate(_ text: String) {
        presenter.pressVoice()
        enter(.opening, .listening)
        hear(text)
    }
}
