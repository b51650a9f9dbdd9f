import ParlandoCore
import ParlandoSignal
import Synchronization

/// A queue of sounds waiting to be played. `append` and `finish` are thread-safe; everything else is for the feeding
/// thread.
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

/// Fills a voice's ring buffer with sounds from a feed, resampled to the device's rate. For the feeding thread only.
struct SpeechPouring {
    /// Number of samples converted at a time.
    private static let portion = 4096

    private let feed: SpeechFeed
    private let voice: SpeechVoice
    private let rate: Int
    /// The sound that is being converted, and the number of its samples already converted.
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

    /// Writes as many samples as fit.
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

    /// Converts the next portion. Returns false if there is nothing to convert.
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
