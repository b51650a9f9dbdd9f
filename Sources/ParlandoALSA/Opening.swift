import Dispatch
import ParlandoCore
import Synchronization

/// A session's way to its device, on a thread of its own: it waits until an earlier session has let go of it, and is
/// itself waited for until the device is open, but never for ever.
final class Opening: Sendable {
    /// A sound server that hangs must not keep anybody waiting for ever.
    private static let seconds = 5.0
    /// How long a device may take to be free again after its earlier session was closed.
    private static let releaseSeconds = 2.0

    private let side: AudioError.Side
    private let caller = Mutex<CheckedContinuation<Result<Void, AudioError>, Never>?>(nil)
    /// Left when the device is free again.
    private let use = DispatchGroup()

    init(of side: AudioError.Side) {
        self.side = side
    }

    /// Returns when the device is open.
    ///
    /// - Parameters:
    ///   - name: of the thread; see `AudioThread`.
    ///   - earlier: of a closed session that may still hold the device.
    ///   - live: opens the device, answers, and returns when the device is free again.
    ///   - giveUp: called when nobody waits any more, and nothing was opened.
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

    /// Returns whether anybody still waited for an answer.
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
