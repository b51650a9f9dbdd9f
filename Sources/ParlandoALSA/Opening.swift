import Dispatch
import ParlandoCore
import Synchronization

/// Opens a session's device on a separate thread, after an earlier session has released the device. The caller waits
/// until the device is open, with a timeout.
final class Opening: Sendable {
    /// Timeout for opening a device in seconds, in case a sound server hangs.
    private static let seconds = 5.0
    /// Maximum time for an earlier session to release the device after it was closed, in seconds.
    private static let releaseSeconds = 2.0

    private let side: AudioError.Side
    private let caller = Mutex<CheckedContinuation<Result<Void, AudioError>, Never>?>(nil)
    /// Dispatch group that is left when the device is free again.
    private let use = DispatchGroup()

    init(of side: AudioError.Side) {
        self.side = side
    }

    /// Returns once the device is open.
    ///
    /// - Parameters:
    ///   - name: name of the thread; see `AudioThread`.
    ///   - earlier: opening of a closed session that may still hold the device.
    ///   - live: opens the device, calls `answer`, and returns when the device is free again.
    ///   - giveUp: called after the timeout, if nothing was opened.
    func wait(
        _ name: String, after earlier: Opening?, live: @escaping @Sendable () -> Void,
        giveUp: @escaping @Sendable () -> Void
    ) async throws(AudioError) {
        let result = await withCheckedContinuation { continuation in
            caller.withLock { $0 = continuation }
            begin(name, after: earlier, live)
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.seconds) { [weak self] in
                if let self, answer(.failure(error("the sound system did not answer"))) {
                    giveUp()
                }
            }
        }
        try result.get()
    }

    /// Passes the result to the caller of `wait`. Returns whether the caller was still waiting.
    @discardableResult
    func answer(_ result: Result<Void, AudioError>) -> Bool {
        guard let waiting = caller.withLock({ $0.take() }) else {
            return false
        }
        waiting.resume(returning: result)
        return true
    }

    private func begin(_ name: String, after earlier: Opening?, _ live: @escaping @Sendable () -> Void) {
        use.enter()
        let hasThread = AudioThread.run(name) {
            _ = earlier?.use.wait(timeout: .now() + Self.releaseSeconds)
            live()
            self.use.leave()
        }
        if !hasThread {
            use.leave()
            answer(.failure(error("no thread")))
        }
    }

    private func error(_ detail: String) -> AudioError {
        AudioError(.failed, of: side, detail: detail)
    }
}
