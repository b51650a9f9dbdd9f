import Dispatch
import ParlandoCore
import Synchronization

/// The wait for a device that is opened on another thread: answered once, and never for ever.
final class Opening: Sendable {
    /// A sound server that hangs must not keep anybody waiting for ever.
    private static let seconds = 5.0

    private let caller = Mutex<CheckedContinuation<Result<Void, AudioError>, Never>?>(nil)

    /// Returns when the device is open.
    ///
    /// - Parameters:
    ///   - begin: starts the thread that opens the device.
    ///   - giveUp: called when nobody waits any more, and nothing was opened.
    func wait(
        side: AudioError.Side, begin: () -> Void, giveUp: @escaping @Sendable () -> Void
    ) async throws(AudioError) {
        let result = await withCheckedContinuation { continuation in
            caller.withLock { $0 = continuation }
            begin()
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.seconds) { [weak self] in
                let error = AudioError(.failed, of: side, detail: "the sound system did not answer")
                if let self, answer(.failure(error)) {
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
}
