public import ParlandoCore
import Synchronization

/// The metronome: clicks and a quiet guide tone for each note, each exactly on its frame.
///
/// Clicks are computed on the audio thread from the tempo alone, so that no other thread can stop or delay them. Guide
/// tones are added ahead of time, bar by bar; a note that arrives too late is skipped. Frames can be requested in
/// blocks of any size, and some may be skipped. Silent until `begin`.
///
/// All methods except `render` are for ordinary threads and thread-safe. Each voice serves one opening of a device,
/// because after another opening the rate may differ and frames count from 0 again.
public final class MetronomeVoice: AudioVoice, @unchecked Sendable {
    // Unchecked: `player` is used by the audio thread only. Everything else is constant, atomic, or protected by a lock
    // that only ordinary threads take.

    /// Maximum number of waiting guide tones: three quarters of a minute of sixteenths at 300 BPM.
    public static let noteCapacity = 1024
    /// Maximum number of rendered clicks waiting to be taken: more than a minute at 300 BPM.
    private static let clickCapacity = 512

    /// Sample rate of the stream in Hz.
    public let rate: Int

    private let orders = Mutex(MetronomeOrder(generation: 0, run: nil, beatsPerMinute: 0, pattern: .usual))
    private let clickReader = Mutex(())
    private let clickVolume: VolumeControl
    private let guideVolume: VolumeControl
    private let position = Atomic<Int>(0)
    private let links: MetronomeLinks
    private var player: MetronomePlayer

    /// - Parameters:
    ///   - rate: sample rate of the stream in Hz.
    ///   - clickVolume: volume of the clicks, 0…1; 0 mutes them.
    ///   - guideVolume: volume of the guide tones, 0…1; 0 mutes them.
    public init(rate: Int, clickVolume: Double, guideVolume: Double) {
        self.rate = rate
        self.clickVolume = VolumeControl(clickVolume)
        self.guideVolume = VolumeControl(guideVolume)
        links = MetronomeLinks(noteCapacity: Self.noteCapacity, clickCapacity: Self.clickCapacity)
        player = MetronomePlayer(
            rate: rate, links: links, clickAmplitude: self.clickVolume.target, guideAmplitude: self.guideVolume.target)
        MetronomePlayer.rehearse(rate: rate)
    }

    /// The first frame that has not been rendered. New commands take effect from this frame on.
    public var nextFrame: Int {
        position.load(ordering: .acquiring)
    }

    /// Begins a run of clicks. Replaces the current run and drops waiting guide tones.
    public func begin(_ run: MetronomeRun) {
        order { order in
            order.generation += 1
            order.run = run
            order.beatsPerMinute = run.beatsPerMinute
            order.pattern = run.pattern
        }
    }

    /// Stops clicks and guide tones. Sounds that are playing end normally.
    public func stop() {
        order { order in
            order.generation += 1
            order.run = nil
        }
    }

    /// Changes the stresses and the subdivision from the next beat on.
    public func change(pattern: ClickPattern) {
        order { $0.pattern = pattern }
    }

    /// Changes the tempo. A slower one begins with the next beat, which keeps its frame; a faster one begins at once,
    /// at the same fraction of the beat. No click comes later than one new interval after the change.
    public func change(tempo: Tempo) {
        order { $0.beatsPerMinute = tempo.beatsPerMinute }
    }

    /// Changes the volumes, 0…1, within some milliseconds, even during a sound.
    public func change(clickVolume: Double, guideVolume: Double) {
        self.clickVolume.set(clickVolume)
        self.guideVolume.set(guideVolume)
    }

    /// Adds guide tones to the current run.
    ///
    /// - Parameter notes: playback frames in ascending order, after those added before.
    /// - Returns: number of notes added. If the buffer is full, the rest may be added later.
    @discardableResult
    public func add(notes: some Sequence<Int>) -> Int {
        orders.withLock { order in
            var count = 0
            for frame in notes {
                guard links.notes.put(GuideNote(frame: frame, generation: order.generation)) else {
                    break
                }
                count += 1
            }
            return count
        }
    }

    /// Returns the clicks rendered since the last call, oldest first, including muted ones. The buffer holds 512
    /// clicks. A click skipped entirely in a gap is not included.
    public func takeClicks() -> [SoundedClick] {
        clickReader.withLock { _ in
            var clicks: [SoundedClick] = []
            while let click = links.clicks.take() {
                clicks.append(click)
            }
            return clicks
        }
    }

    /// Renders a block on the audio thread. Realtime-safe.
    public func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        player.render(
            into: target, at: frame, clickAmplitude: clickVolume.target, guideAmplitude: guideVolume.target)
        position.store(frame + target.count, ordering: .releasing)
    }

    private func order(_ change: (inout MetronomeOrder) -> Void) {
        orders.withLock { order in
            change(&order)
            links.orders.put(order)
        }
    }
}
