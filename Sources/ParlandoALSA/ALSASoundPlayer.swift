import Dispatch
import Logging
public import ParlandoCore
import ParlandoSignal
import Synchronization

/// Plays sounds through ALSA: any card, PulseAudio and PipeWire, at any sample rate and number of channels. Sounds of
/// any rate follow each other without a gap. Thread-safe. No call blocks.
public final class ALSASoundPlayer: SoundPlayer {
    private let current = Mutex<SpeechSession?>(nil)
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    deinit {
        current.withLock { $0 }?.close()
    }

    public func play(
        _ sounds: AsyncStream<SpokenSound>, on device: AudioDevice.ID?
    ) -> AsyncThrowingStream<Double, any Error> {
        let session = SpeechSession(device, logger: logger)
        let earlier = current.replace(with: session)
        earlier?.close()
        let feeding = Task {
            for await sound in sounds {
                session.add(sound)
            }
            session.finish()
        }
        Task {
            do throws(AudioError) {
                try await session.opening.wait(
                    "parlando-voice", after: earlier?.opening, live: session.live, giveUp: session.close)
            } catch {
                session.fail(error)
            }
        }
        return AsyncThrowingStream { heard in
            let relay = Task {
                do {
                    for try await seconds in session.progress {
                        heard.yield(seconds)
                    }
                    heard.finish()
                } catch {
                    heard.finish(throwing: error)
                }
                session.close()
                feeding.cancel()
            }
            heard.onTermination = { _ in
                session.close()
                relay.cancel()
                feeding.cancel()
            }
        }
    }

    public func pause() {
        current.withLock { $0 }?.pause(true)
    }

    public func resume() {
        current.withLock { $0 }?.pause(false)
    }
}

/// Sounds that wait to be played. `append` and `finish` are thread-safe; the rest is for the feeding thread.
final class SpeechFeed: Sendable {
    private struct Queue {
        var sounds: [SpokenSound] = []
        var isWhole = false
    }

    private let queue = Mutex(Queue())

    func append(_ sound: SpokenSound) {
        queue.withLock { $0.sounds.append(sound) }
    }

    func finish() {
        queue.withLock { $0.isWhole = true }
    }

    var isExhausted: Bool {
        queue.withLock { $0.isWhole && $0.sounds.isEmpty }
    }

    func take() -> SpokenSound? {
        queue.withLock { $0.sounds.isEmpty ? nil : $0.sounds.removeFirst() }
    }
}

/// Resamples sounds to the device's rate and writes them to the ring buffer of a `SpeechVoice`. For the feeding thread
/// only.
struct SpeechPouring {
    private static let portion = 4096

    private let feed: SpeechFeed
    private let voice: SpeechVoice
    private let rate: Int
    /// The sound that is being converted; `position` is the number of its samples already converted.
    private var sound: SpokenSound?
    private var position = 0
    private var resampler: Resampler?
    /// Converted, but not in the ring buffer yet.
    private var ready: ArraySlice<Float> = []

    init(_ feed: SpeechFeed, into voice: SpeechVoice, rate: Int) {
        self.feed = feed
        self.voice = voice
        self.rate = rate
    }

    /// Whether everything is written, and no more will be added.
    var isDone: Bool {
        ready.isEmpty && sound == nil && feed.isExhausted
    }

    /// Writes until the ring buffer is full or no samples are left.
    mutating func pour() {
        while true {
            let room = voice.ring.capacity - voice.ring.count
            let now = ready.prefix(room)
            if !now.isEmpty {
                now.withUnsafeBufferPointer { _ = voice.ring.write($0) }
                ready = ready.dropFirst(now.count)
            }
            guard ready.isEmpty, convertMore() else {
                return
            }
        }
    }

    /// Returns false if there is nothing to convert.
    private mutating func convertMore() -> Bool {
        guard let current = sound ?? begin() else {
            return false
        }
        let end = min(position + Self.portion, current.samples.count)
        let portion = current.samples[position..<end]
        ready = portion.withUnsafeBufferPointer { resampler?.process($0) ?? [] }[...]
        position = end
        if end == current.samples.count {
            ready += resampler?.finish() ?? []
            sound = nil
        }
        return true
    }

    private mutating func begin() -> SpokenSound? {
        sound = feed.take()
        position = 0
        resampler = sound.flatMap { Resampler(rate: $0.rate, channels: 1, to: rate) }
        return sound
    }
}

/// The contents of a ring buffer, or silence while it is empty. Ignores frame numbers, so no speech is skipped after an
/// underrun.
final class SpeechVoice: AudioVoice {
    /// In seconds. Sound servers do not play the first 10 ms of a stream.
    private static let leadIn = 0.02

    /// Written by the feeding thread, read by the audio thread.
    let ring: SampleRing
    private let firstFrame: Int
    private let wantsSilence = Atomic<Bool>(false)
    /// Bit pattern of the gain at the end of the last block. For the audio thread only.
    private let gain = Atomic<UInt32>(Float(1).bitPattern)
    private let taken = Atomic<Int>(0)
    private let end = Atomic<Int>(0)

    /// - Parameter seconds: capacity of the ring buffer.
    init(rate: Int, seconds: Double) {
        firstFrame = Int(Double(rate) * Self.leadIn)
        ring = SampleRing(minimumCapacity: Int(Double(rate) * seconds))
    }

    /// Samples read from the ring buffer so far.
    var samplesTaken: Int {
        taken.load(ordering: .acquiring)
    }

    /// The stream frame after the last one with sound.
    var soundEnd: Int {
        end.load(ordering: .acquiring)
    }

    /// From the next block on.
    func pause(_ isPaused: Bool) {
        wantsSilence.store(isPaused, ordering: .relaxed)
    }

    /// Realtime-safe.
    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        let from = Float(bitPattern: gain.load(ordering: .relaxed))
        let to: Float = wantsSilence.load(ordering: .relaxed) ? 0 : 1
        let isSilent = frame < firstFrame || (from == 0 && to == 0)
        let got = isSilent ? 0 : ring.read(into: target)
        if from != to, !isSilent {
            // The gain changes over one block to avoid a click.
            for index in 0..<got {
                target[index] *= from + (to - from) * Float(index + 1) / Float(got)
            }
            gain.store(to.bitPattern, ordering: .relaxed)
        }
        for index in got..<target.count {
            target[index] = 0
        }
        if got > 0 {
            end.store(frame + got, ordering: .relaxed)
            taken.add(got, ordering: .releasing)
        }
    }
}

/// A playback of speech, from opening the device to the end. The playing thread waits only for the device; the feeding
/// thread converts samples and reports progress.
final class SpeechSession: Sendable {
    /// Of the ring buffer.
    private static let ringSeconds = 2.0
    /// Between checks of the position if the device reports none. Otherwise it is checked at each report, four times a
    /// second.
    private static let bellSeconds = 0.5
    /// Time by which the position that a sound server estimates is ahead of what is heard.
    private static let uncertainty = 0.1
    /// Of a device that reports no positions.
    private static let longestDelay = 1.0

    let feed = SpeechFeed()
    /// Seconds of sound heard so far.
    let progress: AsyncThrowingStream<Double, any Error>
    private let listener: AsyncThrowingStream<Double, any Error>.Continuation
    private let device: AudioDevice.ID
    private let logger: Logger
    let opening = Opening(of: .loudspeaker)
    private let doorbell = DispatchSemaphore(value: 0)
    /// Signalled when there is something to play. If the device ran earlier, its buffer would be full of silence.
    private let curtain = DispatchSemaphore(value: 0)
    private let isEnding = Atomic<Bool>(false)
    private let isPaused = Atomic<Bool>(false)
    private let voice = Mutex<SpeechVoice?>(nil)

    init(_ device: AudioDevice.ID?, logger: Logger) {
        self.device = device ?? AudioDevice.systemDefault.id
        self.logger = logger
        (progress, listener) = AsyncThrowingStream.makeStream(of: Double.self)
    }

    /// Stops at once. Thread-safe; may be called repeatedly.
    func close() {
        isEnding.store(true, ordering: .releasing)
        listener.finish()
        doorbell.signal()
        curtain.signal()
    }

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

    fileprivate func live() {
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
            // Before the wait, so that a busy computer does not delay the first sound.
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
