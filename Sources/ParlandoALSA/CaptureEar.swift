import Dispatch
import Logging
import ParlandoCore
import Synchronization

/// Capture thread of a transport (playback and capture): opens a microphone, waits until `listen` is called, and
/// captures until the transport's streams end.
final class CaptureEar: Sendable {
    /// Maximum time for opening the microphone, in seconds.
    private static let openSeconds = 4.0

    /// Buffers that the capture thread fills for the delivering thread; nil until the microphone is open.
    var run: CaptureRun? {
        opened.withLock { try? $0?.get() }
    }

    private let device: AudioDevice.ID
    private let doorbell: DispatchSemaphore
    private let logger: Logger
    private let opened = Mutex<Result<CaptureRun, AudioError>?>(nil)
    private let hasOpened = DispatchSemaphore(value: 0)
    private let mayListen = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)
    /// The state of the transport (playback with capture) for which this microphone is captured. Nil before `listen` is
    /// called, and once the capture is no longer wanted.
    private let purpose = Mutex<TransportRun?>(nil)

    private init(_ device: AudioDevice.ID, doorbell: DispatchSemaphore, logger: Logger) {
        self.device = device
        self.doorbell = doorbell
        self.logger = logger
    }

    /// Opens a microphone on a new thread; nil means `default`. Blocks until it is open.
    static func open(
        _ device: AudioDevice.ID?, doorbell: DispatchSemaphore, logger: Logger
    ) throws(AudioError) -> CaptureEar {
        let ear = CaptureEar(device ?? AudioDevice.systemDefault.id, doorbell: doorbell, logger: logger)
        guard AudioThread.run("parlando-audio2", { ear.live() }) else {
            throw AudioError(.failed, detail: "no thread")
        }
        guard ear.hasOpened.wait(timeout: .now() + openSeconds) == .success else {
            ear.dismiss()
            throw AudioError(.failed, detail: "the sound system did not answer")
        }
        if case .failure(let error) = ear.opened.withLock({ $0 }) {
            throw error
        }
        return ear
    }

    /// Starts the capture, which lasts until the streams of `run` end.
    func listen(for run: TransportRun) {
        purpose.withLock { $0 = run }
        mayListen.signal()
    }

    /// Makes the thread close the microphone, if `listen` was not called.
    func dismiss() {
        mayListen.signal()
    }

    /// Blocks until the microphone is released, at most for this many seconds.
    func waitForEnd(seconds: Double) {
        if hasEnded.wait(timeout: .now() + seconds) == .timedOut {
            logger.warning("the sound system does not let go of the microphone")
        }
    }

    private func live() {
        defer { hasEnded.signal() }
        do throws(AudioError) {
            let pcm = try PCM(device, .hearingStrokes)
            let run = CaptureRun(rate: pcm.format.rate, points: PointRing())
            opened.withLock { $0 = .success(run) }
            hasOpened.signal()
            mayListen.wait()
            if let purpose = purpose.withLock({ $0 }) {
                purpose.end(capture(pcm, into: run, until: purpose.isEnding), of: .microphone)
            }
        } catch {
            opened.withLock { $0 = .failure(error) }
            hasOpened.signal()
        }
    }

    private func capture(
        _ pcm: consuming PCM, into run: CaptureRun, until isEnding: borrowing Atomic<Bool>
    ) -> StreamEnd {
        let result = pcm.start()
        guard result >= 0 else {
            return .failed(-result)
        }
        let format = pcm.format
        var loop = CaptureLoop(pcm, into: run, doorbell: doorbell)
        let isRealTime = AudioThread.enterRealTime()
        logger.debug("listening began", metadata: ["format": "\(format)", "real-time": "\(isRealTime)"])
        let end = loop.capture(until: isEnding, readsTail: false)
        AudioThread.leaveRealTime()
        logger.debug("listening ended", metadata: ["reason": "\(end.description)", "xruns": "\(run.xruns)"])
        return end
    }
}
