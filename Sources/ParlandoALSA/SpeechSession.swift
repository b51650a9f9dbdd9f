import Dispatch
import Logging
import ParlandoCore
import ParlandoSignal
import Synchronization

/// A playback of speech, from opening the device to the end. Uses two threads. The playing thread waits only for the
/// device; the feeding thread converts samples and reports progress.
final class SpeechSession: Sendable {
    /// Length of the ring buffer for the audio thread, in seconds.
    private static let ringSeconds = 2.0
    /// Seconds between checks of the playback position if the device reports no positions. Otherwise the position is
    /// checked at each report; reports arrive four times a second.
    private static let bellSeconds = 0.5
    /// Maximum time in seconds by which the position estimated by a sound server is ahead of the sound that is heard.
    private static let uncertainty = 0.1
    /// Maximum latency in seconds, assumed for a device that reports no positions.
    private static let longestDelay = 1.0

    let feed = SpeechFeed()
    /// Stream that reports how many seconds of sound have been heard so far.
    let progress: AsyncThrowingStream<Double, any Error>
    private let listener: AsyncThrowingStream<Double, any Error>.Continuation
    private let device: AudioDevice.ID
    private let logger: Logger
    private let opening = Opening(of: .loudspeaker)
    private let doorbell = DispatchSemaphore(value: 0)
    /// Semaphore signalled when there is something to play. If the device ran earlier, its buffer would be full of
    /// silence.
    private let curtain = DispatchSemaphore(value: 0)
    private let isEnding = Atomic<Bool>(false)
    private let isPaused = Atomic<Bool>(false)
    private let voice = Mutex<SpeechVoice?>(nil)

    init(_ device: AudioDevice.ID?, logger: Logger) {
        self.device = device ?? AudioDevice.systemDefault.id
        self.logger = logger
        (progress, listener) = AsyncThrowingStream.makeStream(of: Double.self)
    }

    /// Opens the device and returns once it is ready. Throws `AudioError`.
    ///
    /// - Parameter earlier: closed session that may still hold the device.
    func open(after earlier: SpeechSession?) async throws(AudioError) {
        try await opening.wait("parlando-voice", after: earlier?.opening) {
            self.live()
        } giveUp: { [weak self] in
            self?.close()
        }
    }

    /// Stops the playback at once. Thread-safe; may be called repeatedly.
    func close() {
        isEnding.store(true, ordering: .releasing)
        listener.finish()
        doorbell.signal()
        curtain.signal()
    }

    /// Ends the playback with an error, because nothing can be played.
    func fail(_ error: AudioError) {
        listener.finish(throwing: error)
        close()
    }

    func add(_ sound: SpokenSound) {
        feed.append(sound)
        doorbell.signal()
    }

    /// Marks the end: no more sounds will be added.
    func finish() {
        feed.finish()
        doorbell.signal()
    }

    func pause(_ isPaused: Bool) {
        self.isPaused.store(isPaused, ordering: .relaxed)
        voice.withLock { $0 }?.pause(isPaused)
    }

    // MARK: The playing thread

    private func live() {
        do throws(AudioError) {
            let pcm = try PCM(device, .speaking)
            let result = pcm.prepare()
            guard result >= 0 else {
                throw AudioError(alsa: result, of: .loudspeaker, doing: "prepare")
            }
            let rate = pcm.format.rate
            let voice = SpeechVoice(rate: rate, seconds: Self.ringSeconds)
            self.voice.withLock { $0 = voice }
            voice.pause(isPaused.load(ordering: .relaxed))
            let run = PlaybackRun(rate: rate)
            guard AudioThread.run("parlando-feed", { self.deliver(run, voice) }) else {
                throw AudioError(.failed, of: .loudspeaker, detail: "no thread")
            }
            opening.answer(.success(()))
            // Enters real-time scheduling before the wait, so that a busy computer does not delay the first sound.
            let isRealTime = AudioThread.enterRealTime()
            curtain.wait()
            var loop = PlaybackLoop(pcm, voice: voice, run: run, doorbell: doorbell)
            logger.debug("speech began", metadata: ["rate": "\(rate)", "real-time": "\(isRealTime)"])
            let end = loop.play(until: isEnding)
            AudioThread.leaveRealTime()
            logger.debug("speech ended", metadata: ["frames": "\(run.frames)", "xruns": "\(run.xruns)"])
            if end != .closed {
                logger.notice("the loudspeaker was lost", metadata: ["reason": "\(end.description)"])
                listener.finish(throwing: AudioError(.lost, of: .loudspeaker, detail: end.description))
            }
        } catch {
            logger.notice("cannot speak", metadata: ["error": "\(error.detail)"])
            opening.answer(.failure(error))
        }
        isEnding.store(true, ordering: .releasing)
        doorbell.signal()
    }

    // MARK: The feeding thread

    private func deliver(_ run: PlaybackRun, _ voice: SpeechVoice) {
        var pouring = SpeechPouring(feed, into: voice, rate: run.rate)
        var heard: Int?
        var told = -1.0
        var hasBegun = false
        while !isEnding.load(ordering: .acquiring) {
            pouring.pour()
            if !hasBegun, voice.ring.count > 0 {
                hasBegun = true
                curtain.signal()
            }
            if !hasBegun, pouring.isDone {
                close()
            }
            while let point = run.points.read() {
                heard = point.frame
            }
            let played = heard ?? run.frames - Int(Self.longestDelay * Double(run.rate))
            let ahead = max(0, voice.soundEnd - played)
            let seconds = Double(max(0, voice.samplesTaken - ahead)) / Double(run.rate)
            if seconds > told {
                told = seconds
                listener.yield(seconds)
            }
            let end = voice.soundEnd + Int(Self.uncertainty * Double(run.rate))
            if pouring.isDone, voice.ring.count == 0, played >= end {
                close()
            }
            _ = doorbell.wait(timeout: .now() + Self.bellSeconds)
        }
    }
}
