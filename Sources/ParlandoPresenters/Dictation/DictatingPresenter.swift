import ParlandoCore
import ParlandoServices

/// What every presenter does whose page dictates.
@MainActor protocol DictatingPresenter: AnyObject {
    associatedtype Screen: DictatingScreen

    var screen: Screen { get }
    var dictation: any Dictating { get }
    var models: any ModelKeeping { get }
    var servers: any ServerRecognizing { get }
    var recordingSaver: any RecordingSaver { get }

    /// One piece of news makes one new state, and one state is drawn once.
    func update(_ change: (inout Screen) -> Void)
    func showToast(_ text: String)
    /// Asks the person, and returns whether they agree.
    func ask(_ question: PageQuestion) async -> Bool
    /// Begins a session, with the microphone or with sound that was kept.
    func start(resuming speech: UnsentSpeech?)
}

extension DictatingPresenter {
    /// A session under way goes on with the microphone that was chosen in place of this one.
    func follow(_ preferences: Preferences, insteadOf microphone: String) {
        if preferences.microphone != microphone, screen.panel.phase != .idle {
            Task { [dictation] in await dictation.change(microphone: preferences.microphoneID) }
        }
    }

    /// Begins a session where sound was kept that is given up with it.
    func startAnew() async {
        if await ask(.giveUpRecording) {
            start(resuming: nil)
        }
    }

    /// Closes the microphone; the words that were spoken still arrive.
    func stop() {
        update { $0.panel.isWaiting = true }
        Task { [dictation] in await dictation.stop() }
    }

    /// Ends the session at once; words that are not final are given up.
    func cancelSession() {
        Task { [dictation] in await dictation.abort() }
    }

    /// Goes on after a pause, or opens a lost microphone again.
    func resume() {
        update { screen in
            screen.panel.isWaiting = true
            screen.panel.failure = nil
        }
        Task { [dictation] in await dictation.resume() }
    }

    /// Does again what failed.
    func tryAgain() {
        switch screen.panel.retry(screen.engine) {
        case .sendAgain:
            update { $0.panel.upload.halt = nil }
            servers.sendAgain()
        case .resume(let speech):
            start(resuming: speech)
        case .wakeModel:
            update { $0.panel.failure = nil }
            Task { [models] in await models.wake() }
        case .openMicrophone:
            resume()
        case .start:
            start(resuming: nil)
        case nil:
            update { $0.panel.failure = nil }
        }
    }

    /// Asks for what the server did not take of the session that has just ended.
    func keepUnsent() async {
        let unsent = await servers.unsent()
        update { $0.panel.keep(unsent) }
    }

    func download(allowMetered: Bool) {
        guard let name = screen.panel.model?.model.name else {
            return
        }
        update { $0.panel.failure = nil }
        Task { [models] in await models.download(name, allowMetered: allowMetered) }
    }

    func cancelDownload() {
        guard let name = screen.panel.model?.model.name else {
            return
        }
        Task { [models] in await models.cancelDownload(name) }
    }

    /// Saves what no server took, which is settled with it.
    func saveUnsent(to path: String) {
        if let recording = screen.panel.unsent?.recording {
            Task { await save(recording, to: path) }
        }
    }

    private func save(_ recording: SpeechRecording, to path: String) async {
        let (isSaved, told) = await recordingSaver.attempt(recording, to: path)
        if isSaved {
            update { screen in
                screen.panel.unsent = nil
                screen.panel.failure = nil
            }
        }
        showToast(told)
    }
}
