import Dispatch
import Logging
public import ParlandoCore
import Synchronization

/// Plays and captures sound through ALSA, timed by the monotonic clock (`StreamClock`): any card, PulseAudio and
/// PipeWire, at any sample rate and number of channels. After an xrun, frames are skipped so that later ones keep their
/// time. A lost device is tried again twice a second. Thread-safe. No call blocks.
public final class ALSATransport: AudioTransport {
    private let current = Mutex<TransportSession?>(nil)
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    deinit {
        close()
    }

    /// Opens devices by their ALSA names (nil means `default`) and returns once they run. An earlier session is closed
    /// first.
    ///
    /// Throws `AudioError`; `failed` may also mean that the sound system did not respond within five seconds.
    public func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking
    ) async throws(AudioError) -> AsyncStream<TransportEvent> {
        let session = TransportSession(options, logger: logger)
        let earlier = current.replace(with: session)
        earlier?.close()
        try await session.opening.wait(
            "parlando-audio", after: earlier?.opening, live: { session.live(voices) }, giveUp: session.close)
        return session.delivery.events
    }

    public func close() {
        current.withLock { $0 }?.close()
    }
}

/// A session of a transport, over any number of device losses.
///
/// The playing thread opens and reopens the devices and plays. The capture thread, if there is a microphone, is started
/// anew each time. The delivering thread does what may block.
final class TransportSession: Sendable {
    /// To release the microphone.
    private static let captureSeconds = 4.0
    /// Between attempts to open lost devices.
    private static let retryMilliseconds = 500

    let delivery: TransportDelivery

    private let options: TransportOptions
    private let logger: Logger
    let opening = Opening(of: .loudspeaker)
    /// Signalled at the end. The playing thread waits for it between attempts to open the devices.
    private let farewell = DispatchSemaphore(value: 0)
    private let current = Mutex<TransportRun?>(nil)

    init(_ options: TransportOptions, logger: Logger) {
        self.options = options
        self.logger = logger
        delivery = TransportDelivery(logger: logger) { [farewell] in farewell.signal() }
    }

    /// Returns at once. Thread-safe; may be called repeatedly.
    func close() {
        delivery.close()
        current.withLock { $0 }?.end(.closed, of: .loudspeaker)
        farewell.signal()
    }
}

/// The playing thread.
extension TransportSession {
    private var isClosing: Bool {
        delivery.isClosing.load(ordering: .acquiring)
    }

    /// The transport keeps the session until the next one: none of the sound may stay with it.
    fileprivate func live(_ voices: any AudioVoiceMaking) {
        do throws(AudioError) {
            try play(voices)
        } catch {
            logger.notice("cannot play", metadata: ["side": "\(error.side)", "error": "\(error.detail)"])
            opening.answer(.failure(error))
        }
        current.withLock { $0 = nil }
        delivery.post(.closed)
    }

    /// Reopens lost devices. Throws if the first opening fails.
    private func play(_ voices: any AudioVoiceMaking) throws(AudioError) {
        var hasRun = false
        while !isClosing {
            do throws(AudioError) {
                try runOnce(voices) {
                    guard !hasRun else {
                        return true
                    }
                    hasRun = AudioThread.run("parlando-sound") { self.delivery.deliver() }
                    return hasRun
                }
            } catch {
                guard hasRun else {
                    throw error
                }
                logger.debug("still lost", metadata: ["side": "\(error.side)", "error": "\(error.detail)"])
                _ = farewell.wait(timeout: .now() + .milliseconds(Self.retryMilliseconds))
            }
        }
    }

    /// Throws if the devices cannot be opened.
    ///
    /// - Parameter whenOpen: if it returns false, nothing is played.
    private func runOnce(_ voices: any AudioVoiceMaking, whenOpen: () -> Bool) throws(AudioError) {
        let pcm = try PCM(options.output ?? AudioDevice.systemDefault.id, options.listens ? .playingAloud : .playing)
        let result = pcm.prepare()
        guard result >= 0 else {
            throw AudioError(alsa: result, of: .loudspeaker, doing: "prepare")
        }
        let format = pcm.format
        let ear = try listeningEar()
        let run = TransportRun(playback: PlaybackRun(rate: format.rate), capture: ear?.run)
        current.withLock { $0 = run }
        guard !isClosing, whenOpen() else {
            ear?.dismiss()
            throw AudioError(.failed, of: .loudspeaker, detail: isClosing ? "closed" : "no thread")
        }
        let voice = voices.voice(rate: format.rate)
        delivery.post(.began(run))
        ear?.listen(for: run)
        opening.answer(.success(()))
        var loop = PlaybackLoop(pcm, voice: voice, run: run.playback, doorbell: delivery.doorbell)
        let isRealTime = AudioThread.enterRealTime()
        logger.debug("playback began", metadata: ["format": "\(format)", "real-time": "\(isRealTime)"])
        run.end(loop.play(until: run.isEnding), of: .loudspeaker)
        AudioThread.leaveRealTime()
        ear?.waitForEnd(seconds: Self.captureSeconds)
        finish(run)
    }

    private func listeningEar() throws(AudioError) -> CaptureEar? {
        options.listens ? try CaptureEar.open(options.input, doorbell: delivery.doorbell, logger: logger) : nil
    }

    private func finish(_ run: TransportRun) {
        let playback = run.playback
        logger.debug(
            "playback ended", metadata: ["frames": "\(playback.frames)", "xruns": "\(playback.xruns)"])
        delivery.post(.ended)
        if let failure = run.failure, !isClosing {
            delivery.post(.lost(failure))
        }
    }
}

/// The capture thread of a transport: opens a microphone, waits for `listen`, and captures until the streams end.
final class CaptureEar: Sendable {
    /// To open the microphone.
    private static let openSeconds = 4.0

    /// Filled for the delivering thread; nil until the microphone is open.
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
    /// Nil before `listen`, and once the capture is no longer wanted.
    private let purpose = Mutex<TransportRun?>(nil)

    private init(_ device: AudioDevice.ID, doorbell: DispatchSemaphore, logger: Logger) {
        self.device = device
        self.doorbell = doorbell
        self.logger = logger
    }

    /// Nil means `default`. Blocks until the microphone is open.
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

    /// Captures until the streams of `run` end.
    func listen(for run: TransportRun) {
        purpose.withLock { $0 = run }
        mayListen.signal()
    }

    /// Closes the microphone if `listen` was not called.
    func dismiss() {
        mayListen.signal()
    }

    /// Blocks until the microphone is released.
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
        let end = loop.capture(until: isEnding, or: isEnding, readsTail: false)
        AudioThread.leaveRealTime()
        logger.debug("listening ended", metadata: ["reason": "\(end.description)", "xruns": "\(run.xruns)"])
        return end
    }
}
