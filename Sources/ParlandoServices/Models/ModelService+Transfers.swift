import Logging
import ParlandoCore

/// Downloading and importing models.
extension ModelService {
    public func download(_ name: String, allowMetered: Bool) {
        guard let model = model(name), transfers[name] == nil else {
            return
        }
        guard files(of: model) == nil else {
            settle(name)
            tell()
            prepare()
            return
        }
        transfer(model, store.fetch(model, allowMetered: allowMetered))
    }

    public func importModel(_ name: String, from path: String) {
        guard let model = model(name), transfers[name] == nil else {
            return
        }
        transfer(model, store.importModel(model, from: path))
    }

    public func cancelDownload(_ name: String) {
        guard let transfer = transfers.removeValue(forKey: name) else {
            return
        }
        transfer.task.cancel()
        settle(name)
        tell()
        refuseHopeless()
    }

    private func transfer(_ model: SpeechModel, _ events: AsyncThrowingStream<ModelFetchEvent, any Error>) {
        nextTransfer += 1
        let id = nextTransfer
        let task = Task { [weak self] in
            var failure: ModelError?
            do {
                for try await event in events {
                    await self?.hear(event, of: model, transfer: id)
                }
            } catch {
                failure = error as? ModelError ?? ModelError(.failed, detail: "\(error)")
            }
            await self?.end(model, transfer: id, failure: failure)
        }
        transfers[model.name] = Transfer(id: id, task: task)
        set(model.name, .downloading(TransferProgress(bytes: 0, total: model.bytes, rate: 0)))
    }

    /// Handles an event of a download or import. Events of a cancelled one are ignored.
    private func hear(_ event: ModelFetchEvent, of model: SpeechModel, transfer id: Int) {
        guard transfers[model.name]?.id == id else {
            return
        }
        switch event {
        case .downloading(let progress): set(model.name, .downloading(progress))
        case .verifying(let fraction): set(model.name, .verifying(fraction: fraction))
        case .retrying(let seconds, let error):
            log.notice("\(model.name): \(error.kind) \(error.detail); again in \(seconds) s")
            if case .downloading(var progress) = states[model.name] {
                progress.rate = 0
                set(model.name, .downloading(progress))
            }
        case .done: break
        }
    }

    private func end(_ model: SpeechModel, transfer id: Int, failure: ModelError?) {
        guard transfers[model.name]?.id == id else {
            return
        }
        transfers[model.name] = nil
        if let failure {
            fail(model.name, .store(failure))
            return
        }
        if loaded == model.name {
            // The new file differs from the one that the model in memory was loaded from.
            isOutdated = true
        }
        settle(model.name)
        tell()
        if model.name == chosen {
            prepare()
        }
        advance()
    }
}
