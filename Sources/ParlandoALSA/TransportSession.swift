import Dispatch
import Logging
import ParlandoCore
import Synchronization

/// A session of a transport, from open to close. It continues after any number of device losses.
///
/// Uses three threads. The playing thread opens and reopens the devices and plays. The capture thread, if a microphone
/// is requested, is started anew whenever the devices are opened. The delivering thread does work that may block.
final class TransportSession: Sendable {
    /// Maximum time for releasing the microphone, in seconds.
    private static let captureSeconds = 4.0
    /// Interval between attempts to open lost devices, in milliseconds.
    private static let retryMilliseconds = 500

    let delivery: TransportDelivery

    private let options: TransportOptions
    private let voices: any AudioVoiceMaking
    private let logger: Logger
    private let opening = Opening(of: .loudspeaker)
    /// Semaphore signalled when the session is closed. The playing thread waits for it between attempts to open the
    /// devices.
    private let farewell: DispatchSemaphore
    private let current = Mutex<TransportRun?>(nil)

    init(_ options: TransportOptions, playing voices: any AudioVoiceMaking, logger: Logger) {
        self.options = options
        self.voices = voices
        self.logger = logger
        let farewell = DispatchSemaphore(value: 0)
        self.farewell = farewell
        delivery = TransportDelivery(logger: logger) { farewell.signal() }
    }

    /// Opens the devices and returns once they run.
    ///
    /// - Parameter earlier: closed session that may still hold the devices.
    func open(after earlier: TransportSession?) async throws(AudioError) {
        try await opening.wait("parlando-audio", after: earlier?.opening) {
            self.live()
        } giveUp: { [weak self] in
            self?.close()
        }
    }

    /// Closes the session. Returns at once. Thread-safe; may be called repeatedly.
    func close() {
        delivery.close()
        current.withLock { $0 }?.end(.closed, of: .loudspeaker)
        farewell.signal()
    }
}

/// Code that runs on the playing thread.
extension TransportSession {
    private var isClosing: Bool {
        delivery.isClosing.load(ordering: .acquiring)
    }

    private func live() {
        do throws(AudioError) {
            try play()
        } catch {
            logger.notice("cannot play", metadata: ["side": "\(error.side)", "error": "\(error.detail)"])
            opening.answer(.failure(error))
        }
        delivery.post(.closed)
    }

    /// Plays until the session is closed, reopening lost devices. Throws if the first opening fails.
    private func play() throws(AudioError) {
        var hasRun = false
        while !isClosing {
            do throws(AudioError) {
                try runOnce {
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

    /// Opens the devices and plays until the session is closed or a device is lost. Throws if the devices cannot be
    /// opened.
    ///
    /// - Parameter whenOpen: called once the devices are open. If it returns false, nothing is played.
    private func runOnce(whenOpen: () -> Bool) throws(AudioError) {
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
