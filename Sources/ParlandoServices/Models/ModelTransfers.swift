import Logging
import ParlandoCore

/// An actor that downloads or imports models.
protocol ModelTransferring: Actor {
    /// Handles an event of a model's download or import. The event may come from a transfer that was cancelled.
    func hear(_ event: ModelFetchEvent, of model: SpeechModel, transfer id: Int)

    /// Handles the end of a model's download or import, which may have been cancelled before.
    ///
    /// - Parameter failure: error that ended the transfer; nil if the transfer succeeded.
    func end(_ model: SpeechModel, transfer id: Int, failure: ModelError?)
}

/// The downloads and imports of models that are running, at most one for each model.
struct ModelTransfers {
    private struct Transfer {
        let id: Int
        let task: Task<Void, Never>
    }

    private let log: Logger
    private var running: [String: Transfer] = [:]
    private var next = 0

    /// - Parameter log: log for errors after which a download is retried.
    init(log: Logger) {
        self.log = log
    }

    /// Returns whether a download or import of the model is running.
    func contains(_ name: String) -> Bool {
        running[name] != nil
    }

    /// Begins to follow a download or import. Passes its events to the owner, which is held weakly, until the transfer
    /// ends. Returns the state of the model at the beginning of the transfer.
    mutating func begin(
        _ model: SpeechModel, _ events: AsyncThrowingStream<ModelFetchEvent, any Error>,
        for owner: some ModelTransferring
    ) -> ModelState {
        next += 1
        let id = next
        let task = Task { [weak owner] in
            var failure: ModelError?
            do {
                for try await event in events {
                    await owner?.hear(event, of: model, transfer: id)
                }
            } catch {
                failure = error as? ModelError ?? ModelError(.failed, detail: "\(error)")
            }
            await owner?.end(model, transfer: id, failure: failure)
        }
        running[model.name] = Transfer(id: id, task: task)
        return .downloading(TransferProgress(bytes: 0, total: model.bytes, rate: 0))
    }

    /// Returns the new state of a model after an event of its download or import; nil if the state does not change, or
    /// if the transfer was cancelled.
    func state(of name: String, was state: ModelState?, after event: ModelFetchEvent, of id: Int) -> ModelState? {
        guard running[name]?.id == id else {
            return nil
        }
        switch event {
        case .downloading(let progress): return .downloading(progress)
        case .verifying(let fraction): return .verifying(fraction: fraction)
        case .retrying(let seconds, let error):
            log.notice("\(name): \(error.kind) \(error.detail); again in \(seconds) s")
            guard case .downloading(var progress) = state else {
                return nil
            }
            progress.rate = 0
            return .downloading(progress)
        case .done: return nil
        }
    }

    /// Removes a download or import that has ended. Returns false if it was cancelled before.
    mutating func end(_ name: String, _ id: Int) -> Bool {
        guard running[name]?.id == id else {
            return false
        }
        running[name] = nil
        return true
    }

    /// Cancels the download or import of a model. Returns whether there was one.
    @discardableResult
    mutating func cancel(_ name: String) -> Bool {
        guard let transfer = running.removeValue(forKey: name) else {
            return false
        }
        transfer.task.cancel()
        return true
    }

    /// Cancels all downloads and imports.
    func cancelAll() {
        running.values.forEach { $0.task.cancel() }
    }
}
