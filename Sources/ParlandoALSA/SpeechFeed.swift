import ParlandoCore
import ParlandoSignal
import Synchronization

/// Sounds that wait to be played, and the way from their rates to the device's. Sounds are added from any thread; all
/// the rest is for the feeding thread only.
final class SpeechFeed: Sendable {
    private struct Queue {
        var sounds: [SpokenSound] = []
        var isWhole = false
    }

    private let queue = Mutex(Queue())

    func append(_ sound: SpokenSound) {
        queue.withLock { $0.sounds.append(sound) }
    }

    /// No more sounds come.
    func finish() {
        queue.withLock { $0.isWhole = true }
    }

    /// Whether every sound has been taken and none will come.
    var isExhausted: Bool {
        queue.withLock { $0.isWhole && $0.sounds.isEmpty }
    }

    /// The next sound, nil: none waits.
    func take() -> SpokenSound? {
        queue.withLock { $0.sounds.isEmpty ? nil : $0.sounds.removeFirst() }
    }
}

/// Fills a voice's ring from a feed. For the feeding thread only.
struct SpeechPouring {
    /// Samples converted at a time.
    private static let portion = 4096

    private let feed: SpeechFeed
    private let voice: SpeechVoice
    private let rate: Int
    /// The sound that is being converted, and how far.
    private var sound: SpokenSound?
    private var position = 0
    private var resampler: Resampler?
    /// What is converted and found no room yet.
    private var ready: ArraySlice<Float> = []

    init(_ feed: SpeechFeed, into voice: SpeechVoice, rate: Int) {
        self.feed = feed
        self.voice = voice
        self.rate = rate
    }

    /// Whether all there will ever be has been poured.
    var isDone: Bool {
        ready.isEmpty && sound == nil && feed.isExhausted
    }

    /// Pours as much as fits.
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

    /// Converts the next portion. False: there is nothing to convert.
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
