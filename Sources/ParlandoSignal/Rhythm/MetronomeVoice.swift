public import ParlandoCore
import Synchronization

/// The metronome: clicks and a quiet guide tone for each note, each exactly on its frame.
///
/// Clicks are computed on the audio thread from the tempo alone, so no other thread can delay them. Guide tones are
/// added ahead of time; one that arrives too late is skipped. Frames may be skipped too.
///
/// All methods except `render` are for ordinary threads and thread-safe. Each voice serves one opening of a device,
/// after which frames count from 0 again.
public final class MetronomeVoice: AudioVoice, @unchecked Sendable {
    // Unchecked: `player` is used by the audio thread only. Everything else is constant, atomic, or protected by a lock
    // that only ordinary threads take.

    /// Three quarters of a minute of sixteenths at 300 BPM.
    public static let noteCapacity = 1024
    /// More than a minute at 300 BPM.
    private static let clickCapacity = 512

    /// In Hz.
    public let rate: Int

    private let orders = Mutex(MetronomeOrder(generation: 0, run: nil, beatsPerMinute: 0, pattern: .usual))
    private let clickReader = Mutex(())
    private let clickVolume: VolumeControl
    private let guideVolume: VolumeControl
    private let position = Atomic<Int>(0)
    private let links: MetronomeLinks
    private var player: MetronomePlayer

    /// - Parameters:
    ///   - clickVolume: 0…1; 0 mutes.
    ///   - guideVolume: 0…1; 0 mutes.
    public init(rate: Int, clickVolume: Double, guideVolume: Double) {
        self.rate = rate
        self.clickVolume = VolumeControl(clickVolume)
        self.guideVolume = VolumeControl(guideVolume)
        links = MetronomeLinks(noteCapacity: Self.noteCapacity, clickCapacity: Self.clickCapacity)
        player = MetronomePlayer(
            rate: rate, links: links, clickAmplitude: self.clickVolume.target, guideAmplitude: self.guideVolume.target)
        MetronomePlayer.rehearse(rate: rate)
    }

    /// The first frame that has not been rendered, at which new commands take effect.
    public var nextFrame: Int {
        position.load(ordering: .acquiring)
    }

    /// Replaces the current run and drops waiting guide tones.
    public func begin(_ run: MetronomeRun) {
        order { order in
            order.generation += 1
            order.run = run
            order.beatsPerMinute = run.beatsPerMinute
            order.pattern = run.pattern
        }
    }

    /// Sounds that are playing end normally.
    public func stop() {
        order { order in
            order.generation += 1
            order.run = nil
        }
    }

    /// From the next beat on.
    public func change(pattern: ClickPattern) {
        order { $0.pattern = pattern }
    }

    /// A slower tempo begins with the next beat, a faster one at once (`ClickClock`).
    public func change(tempo: Tempo) {
        order { $0.beatsPerMinute = tempo.beatsPerMinute }
    }

    /// Each 0…1. Changes within some milliseconds, even during a sound.
    public func change(clickVolume: Double, guideVolume: Double) {
        self.clickVolume.set(clickVolume)
        self.guideVolume.set(guideVolume)
    }

    /// Adds guide tones to the current run. Returns how many fitted; the rest may be added later.
    ///
    /// - Parameter notes: frames in ascending order, after those added before.
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

    /// The clicks rendered since the last call, including muted ones, without those skipped in a gap. The buffer holds
    /// 512.
    public func takeClicks() -> [SoundedClick] {
        clickReader.withLock { _ in
            var clicks: [SoundedClick] = []
            while let click = links.clicks.take() {
                clicks.append(click)
            }
            return clicks
        }
    }

    /// On the audio thread. Realtime-safe.
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

/// A count-in and the exercise after it.
public struct MetronomeRun: Sendable, Hashable, BitwiseCopyable {
    /// Playback frame. If it lies in the past, only later clicks are played.
    public let firstClick: Int
    /// Tempo at the beginning.
    public let beatsPerMinute: Double
    /// Beats including the count-in; `Int.max` to play until stopped.
    public let clicks: Int
    /// The first bar begins with the first click.
    public let pattern: ClickPattern

    /// - Parameter clicks: nil to play until stopped.
    public init(firstClick: Int, tempo: Tempo, clicks: Int?, pattern: ClickPattern = .usual) {
        self.firstClick = firstClick
        self.pattern = pattern
        beatsPerMinute = tempo.beatsPerMinute
        self.clicks = clicks ?? Int.max
    }
}

/// A click on a beat that was rendered, even if it is silent.
public struct SoundedClick: Sendable, Hashable, BitwiseCopyable {
    /// Playback frame of its first sample.
    public let frame: Int
    /// Beats since the first click of the run.
    public let index: Int
    /// Stress of the beat.
    public let stress: BeatStress
    /// Tempo from this click on.
    public let beatsPerMinute: Double
}

/// Passes the notes of a schedule to the metronome's voice, bar by bar and ahead of time.
public struct GuideFeed: Sendable {
    private var schedule: Schedule
    private let rate: Int
    private let firstClick: Int
    /// Those that the voice has had no room for yet.
    private var waiting: [Int] = []
    /// In ticks.
    private var reached: Int
    private var isOver = false

    /// - Parameters:
    ///   - schedule: begins after the count-in; no bar of it has been read.
    ///   - firstClick: frame of the first click of the count-in.
    public init(_ schedule: Schedule, rate: Int, firstClick: Int) {
        self.schedule = schedule
        self.rate = rate
        self.firstClick = firstClick
        reached = schedule.startTick
    }

    /// Passes whole bars as far as the voice has room. To be called more than once per bar, with a frame some seconds
    /// ahead of the one being rendered.
    public mutating func feed(_ voice: MetronomeVoice, until frame: Int) {
        while !isOver, self.frame(ofTick: reached) < frame {
            if let events = schedule.nextBar() {
                waiting += events.filter { $0.note != nil }.map { self.frame(ofTick: $0.tick) }
                reached += schedule.exercise.meter.ticksPerBar
            } else {
                isOver = true
            }
        }
        waiting.removeFirst(voice.add(notes: waiting))
    }

    private func frame(ofTick tick: Int) -> Int {
        firstClick + schedule.frame(ofTick: tick, rate: rate)
    }
}
