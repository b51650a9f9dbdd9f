import Logging
import ParlandoCore

/// Downloads or imports models.
protocol ModelTransferring: Actor {
    /// May come from a transfer that was cancelled.
    func hear(_ event: ModelFetchEvent, of model: SpeechModel, transfer id: Int)

    /// May have been cancelled before. `failure` is nil if it succeeded.
    func end(_ model: SpeechModel, transfer id: Int, failure: ModelError?)
}

/// The running downloads and imports, at most one for each model.
struct ModelTransfers {
    private struct Transfer {
        let id: Int
        let task: Task<Void, Never>
    }

    private let log: Logger
    private var running: [String: Transfer] = [:]
    private var next = 0

    init(log: Logger) {
        self.log = log
    }

    func contains(_ name: String) -> Bool {
        running[name] != nil
    }

    /// Passes the events to the owner, which is held weakly. Returns the model's first state.
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

    /// Nil if the state stays, or the transfer was cancelled.
    func state(of name: String, after event: ModelFetchEvent, of id: Int) -> ModelState? {
        guard running[name]?.id == id else {
            return nil
        }
        switch event {
        case .downloading(let progress): return .downloading(progress)
        case .verifying(let fraction): return .verifying(fraction: fraction)
        case .retrying(let seconds, let error):
            log.notice("\(name): \(error.kind) \(error.detail); again in \(seconds) s")
            return nil
        case .done: return nil
        }
    }

    /// Returns false if it was cancelled before.
    mutating func end(_ name: String, _ id: Int) -> Bool {
        guard running[name]?.id == id else {
            return false
        }
        running[name] = nil
        return true
    }

    /// Returns whether there was one.
    @discardableResult
    mutating func cancel(_ name: String) -> Bool {
        guard let transfer = running.removeValue(forKey: name) else {
            return false
        }
        transfer.task.cancel()
        return true
    }

    func cancelAll() {
        running.values.forEach { $0.task.cancel() }
    }
}
