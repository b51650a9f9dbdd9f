import ParlandoCore
import ParlandoServices

/// What every presenter does whose page dictates.
@MainActor protocol DictatingPresenter: AnyObject {
    associatedtype Screen: DictatingScreen

    var screen: Screen { get }
    var models: any ModelKeeping { get }
    var recordingSaver: any RecordingSaver { get }

    /// One piece of news makes one new state, and one state is drawn once.
    func update(_ change: (inout Screen) -> Void)
    func showToast(_ text: String)
}

extension DictatingPresenter {
    func download(allowMetered: Bool) {
        guard let name = screen.model?.model.name else {
            return
        }
        update { $0.failure = nil }
        Task { [models] in await models.download(name, allowMetered: allowMetered) }
    }

    func cancelDownload() {
        guard let name = screen.model?.model.name else {
            return
        }
        Task { [models] in await models.cancelDownload(name) }
    }

    /// Saves what no server took, which is settled with it.
    func saveUnsent(to path: String) {
        if let recording = screen.unsent?.recording {
            Task { await save(recording, to: path) }
        }
    }

    private func save(_ recording: SpeechRecording, to path: String) async {
        let (isSaved, told) = await recordingSaver.attempt(recording, to: path)
        if isSaved {
            update { screen in
                screen.unsent = nil
                screen.failure = nil
            }
        }
        showToast(told)
    }
}
