import Logging
public import ParlandoCore
import ParlandoSignal
import Synchronization

/// Plays sounds through ALSA. Supports any card, PulseAudio and PipeWire, at any sample rate and number of channels.
///
/// Thread-safe. No call blocks the calling thread. Sounds of any sample rate follow each other without a gap. The audio
/// thread takes no lock and allocates nothing.
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
        let earlier = current.withLock { current in
            defer { current = session }
            return current
        }
        earlier?.close()
        let feeding = Task {
            for await sound in sounds {
                session.add(sound)
            }
            session.finish()
        }
        Task {
            do throws(AudioError) {
                try await session.open(after: earlier)
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

/// Queue of sounds that wait to be played. `append` and `finish` are thread-safe; the other members are for the feeding
/// thread, which converts the sounds.
final class SpeechFeed: Sendable {
    private struct Queue {
        var sounds: [SpokenSound] = []
        var isWhole = false
    }

    private let queue = Mutex(Queue())

    func append(_ sound: SpokenSound) {
        queue.withLock { $0.sounds.append(sound) }
    }

    /// Marks the end: no more sounds will be added.
    func finish() {
        queue.withLock { $0.isWhole = true }
    }

    /// Whether the queue is empty and no more sounds will be added.
    var isExhausted: Bool {
        queue.withLock { $0.isWhole && $0.sounds.isEmpty }
    }

    /// Removes and returns the next sound; nil if none is waiting.
    func take() -> SpokenSound? {
        queue.withLock { $0.sounds.isEmpty ? nil : $0.sounds.removeFirst() }
    }
}

/// Resamples the sounds of a `SpeechFeed` to the device's rate, and writes them to the ring buffer of a `SpeechVoice`.
/// For the feeding thread only.
struct SpeechPouring {
    /// Number of samples converted at a time.
    private static let portion = 4096

    private let feed: SpeechFeed
    private let voice: SpeechVoice
    private let rate: Int
    /// Sound that is being converted, or nil if there is none. `position` is the number of its samples already
    /// converted.
    private var sound: SpokenSound?
    private var position = 0
    private var resampler: Resampler?
    /// Converted samples that have not fitted into the ring buffer yet.
    private var ready: ArraySlice<Float> = []

    init(_ feed: SpeechFeed, into voice: SpeechVoice, rate: Int) {
        self.feed = feed
        self.voice = voice
        self.rate = rate
    }

    /// Whether all sounds have been converted and written, and no more will be added.
    var isDone: Bool {
        ready.isEmpty && sound == nil && feed.isExhausted
    }

    /// Converts sounds and writes their samples to the ring buffer until it is full or no samples are left.
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

    /// Converts the next portion of the sounds that wait to be played. Returns false if there is nothing to convert.
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

/// Source of samples for `PlaybackLoop`: the contents of a ring buffer, or silence while the buffer is empty. Ignores
/// frame numbers, so that no speech is skipped after an underrun.
final class SpeechVoice: AudioVoice {
    /// Duration of the silence before the first sound, in seconds. Sound servers do not play the first 10 ms of a
    /// stream.
    private static let leadIn = 0.02

    /// Samples to play, at the device's rate. Written by the feeding thread, read by the audio thread.
    let ring: SampleRing
    private let firstFrame: Int
    private let wantsSilence = Atomic<Bool>(false)
    /// Bit pattern of the gain at the end of the last block. Used by the audio thread only.
    private let gain = Atomic<UInt32>(Float(1).bitPattern)
    private let taken = Atomic<Int>(0)
    private let end = Atomic<Int>(0)

    /// - Parameter seconds: capacity of the ring buffer in seconds.
    init(rate: Int, seconds: Double) {
        firstFrame = Int(Double(rate) * Self.leadIn)
        ring = SampleRing(minimumCapacity: Int(Double(rate) * seconds))
    }

    /// Number of samples read from the ring buffer so far.
    var samplesTaken: Int {
        taken.load(ordering: .acquiring)
    }

    /// Number of the stream frame after the last one that contained sound.
    var soundEnd: Int {
        end.load(ordering: .acquiring)
    }

    /// Pauses or resumes the sound from the next block on.
    func pause(_ isPaused: Bool) {
        wantsSilence.store(isPaused, ordering: .relaxed)
    }

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
