import Dispatch
import Logging
import ParlandoCore
import ParlandoSignal
import Synchronization

/// One playback of speech, from the opening of the device to its end. Two threads: the playing one never waits for
/// anything but the device; the feeding one converts, counts and tells.
final class SpeechSession: Sendable {
    /// Sound that lies ready for the audio thread.
    private static let ringSeconds = 2.0
    /// The device tells four times a second where it is; one that does not is looked after this often.
    private static let bellSeconds = 0.5
    /// Sound servers reckon what was heard, and may be ahead of it by so much.
    private static let uncertainty = 0.1
    /// A device that never says what is heard has played everything this long after it was given the last sample.
    private static let longestDelay = 1.0

    let feed = SpeechFeed()
    /// Seconds of sound that were heard.
    let progress: AsyncThrowingStream<Double, any Error>
    private let listener: AsyncThrowingStream<Double, any Error>.Continuation
    private let device: AudioDevice.ID
    private let logger: Logger
    private let opening = Opening(of: .loudspeaker)
    private let doorbell = DispatchSemaphore(value: 0)
    /// Rung when there is something to play: a device that ran before would have its buffer full of silence.
    private let curtain = DispatchSemaphore(value: 0)
    private let isEnding = Atomic<Bool>(false)
    private let isPaused = Atomic<Bool>(false)
    private let voice = Mutex<SpeechVoice?>(nil)

    init(_ device: AudioDevice.ID?, logger: Logger) {
        self.device = device ?? AudioDevice.systemDefault.id
        self.logger = logger
        (progress, listener) = AsyncThrowingStream.makeStream(of: Double.self)
    }

    /// Returns when the device runs. Throws `AudioError`.
    ///
    /// - Parameter earlier: a closed session that may still hold it.
    func open(after earlier: SpeechSession?) async throws(AudioError) {
        try await opening.wait("parlando-voice", after: earlier?.opening) {
            self.live()
        } giveUp: { [weak self] in
            self?.close()
        }
    }

    /// Stops at once. From any thread, more than once.
    func close() {
        isEnding.store(true, ordering: .releasing)
        listener.finish()
        doorbell.signal()
        curtain.signal()
    }

    /// Ends with an error before anything was played.
    func fail(_ error: AudioError) {
        listener.finish(throwing: error)
        close()
    }

    func add(_ sound: SpokenSound) {
        feed.append(sound)
        doorbell.signal()
    }

    /// No more sounds come.
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
            // Before the wait, so that nothing on a busy machine comes between the first sound and its being heard.
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
