import Logging
import ParlandoCore
import Synchronization

/// Logs the stages of loading a model, with the same names as in the log of Parlando's window.
final class LoadLog: LoadProgress {
    private let log = Logger(label: "parlando.models")
    private let model: String
    private let began = ContinuousClock.now
    private let isWarming = Mutex(false)

    /// Logs that loading begins.
    init(model: String) {
        self.model = model
        log.debug("load", metadata: ["model": "\(model)"])
    }

    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {
        guard phase == .warming else {
            return
        }
        let isFirst = isWarming.withLock { isWarming in
            defer { isWarming = true }
            return !isWarming
        }
        if isFirst {
            log.debug("warm-up", metadata: ["model": "\(model)"])
        }
    }

    /// Logs that the model is ready.
    func end() {
        log.debug("ready", metadata: ["model": "\(model)", "time": "\(ContinuousClock.now - began)"])
    }
}
