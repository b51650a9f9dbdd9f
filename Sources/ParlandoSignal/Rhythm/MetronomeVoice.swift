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

    private let orders = Mutex(MetronomeOrder.none)
    private let clickReader = Mutex(())
    private let clickVolume: VolumeControl
    private let guideVolume: VolumeControl
    private let position = Atomic<Int>(0)
    private let links: MetronomeLinks
    private var player: MetronomePlayer

    /// - Parameters:
    ///   - clickVolume: 0…1; 0 mutes.
    ///   - guideVolume: 0…1; 0 mutes.
    ///   - counts: for `ClickVoice.spoken`, the number of each beat of a bar, at `rate` (`ClickSound.spoken`).
    public init(
        rate: Int, clickVolume: Double, guideVolume: Double, voice: ClickVoice = .wood, counts: [[Float]] = []
    ) {
        self.rate = rate
        self.clickVolume = VolumeControl(clickVolume)
        self.guideVolume = VolumeControl(guideVolume)
        links = MetronomeLinks(noteCapacity: Self.noteCapacity, clickCapacity: Self.clickCapacity)
        player = MetronomePlayer(
            rate: rate, links: links, sounds: MetronomeSounds(rate: rate, voice: voice, counts: counts),
            clickAmplitude: self.clickVolume.target, guideAmplitude: self.guideVolume.target)
        MetronomePlayer.rehearse(rate: rate)
    }

    /// The first frame that has not been rendered, at which new commands take effect.
    public var nextFrame: Int {
        position.load(ordering: .acquiring)
    }

    /// Replaces the current run and drops waiting guide tones.
    public func begin(_ run: MetronomeRun) {
        order { $0 = MetronomeOrder(generation: $0.generation + 1, edition: $0.edition + 1, run: run) }
    }

    /// Sounds that are playing end normally.
    public func stop() {
        order { $0 = MetronomeOrder(generation: $0.generation + 1, edition: $0.edition + 1) }
    }

    /// From the next beat on.
    public func change(pattern: ClickPattern) {
        order { $0.run?.pattern = pattern }
    }

    /// A slower tempo begins with the next beat, a faster one at once (`ClickClock`). Planned changes are dropped.
    public func change(tempo: Tempo) {
        order { order in
            order.edition += 1
            order.run?.tempo = tempo
        }
    }

    /// Plans a tempo from a beat of the current run on, to the frame as in a `TempoCourse`. To be called in the order of
    /// the beats, before they are rendered. Returns false if 64 changes are waiting.
    @discardableResult
    public func change(tempo: Tempo, atBeat beat: Int) -> Bool {
        orders.withLock { order in
            links.tempos.put(PlannedTempo(beat: beat, tempo: tempo, edition: order.edition))
        }
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
    public fileprivate(set) var tempo: Tempo
    /// Beats including the count-in; `Int.max` to play until stopped.
    public let clicks: Int
    /// The first bar begins with the first click.
    public fileprivate(set) var pattern: ClickPattern
    /// Beats before the exercise, which are never silent.
    public let countIn: Int
    /// With which the exercise begins, counted from 0: silent bars go on in turn after a pause.
    public let firstBar: Int

    /// - Parameter clicks: nil to play until stopped.
    public init(
        firstClick: Int, tempo: Tempo, clicks: Int?, pattern: ClickPattern = .usual, countIn: Int = 0, firstBar: Int = 0
    ) {
        self.firstClick = firstClick
        self.pattern = pattern
        self.countIn = countIn
        self.firstBar = firstBar
        self.tempo = tempo
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
    /// From this click on.
    public let tempo: Tempo
}

/// Passes the notes of a schedule to the metronome's voice, bar by bar and ahead of time.
public struct GuideFeed: Sendable {
    private var schedule: Schedule
    private let rate: Int
    private let firstClick: Int
    private let gaps: ClickGaps
    /// Those that the voice has had no room for yet.
    private var waiting: [Int] = []
    /// In ticks.
    private var reached: Int
    private var isOver = false

    /// - Parameters:
    ///   - schedule: begins after the count-in; no bar of it has been read.
    ///   - firstClick: frame of the first click of the count-in.
    ///   - gaps: guide tones are left out together with the clicks.
    public init(_ schedule: Schedule, rate: Int, firstClick: Int, gaps: ClickGaps = .none) {
        self.schedule = schedule
        self.rate = rate
        self.firstClick = firstClick
        self.gaps = gaps
        reached = schedule.startTick
    }

    /// For bars that have not been fed.
    public mutating func change(to course: TempoCourse) {
        schedule.course = course
    }

    /// Passes whole bars as far as the voice has room. To be called more than once per bar, with a frame some seconds
    /// ahead of the one being rendered.
    ///
    /// - Parameter bar: with which the tempo is not decided yet.
    public mutating func feed(_ voice: MetronomeVoice, until frame: Int, before bar: Int = .max) {
        let meter = schedule.exercise.meter
        while !isOver, reached / meter.ticksPerBar < bar, self.frame(of: Double(reached)) < frame {
            if let voices = schedule.nextVoices() {
                let all = voices.companion.isEmpty ? voices.played.filter { $0.note != nil } : voices.companion
                let heard = all.filter { gaps.hasClick(bar: $0.bar, beat: Int($0.beat)) }
                waiting += heard.map { self.frame(of: $0.position) }
                reached += meter.ticksPerBar
            } else {
                isOver = true
            }
        }
        waiting.removeFirst(voice.add(notes: waiting))
    }

    private func frame(of position: Double) -> Int {
        firstClick + schedule.frame(of: position, rate: rate)
    }
}
