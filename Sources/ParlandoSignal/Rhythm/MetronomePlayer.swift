import ParlandoCore
import Synchronization

/// A command to the metronome. A newer one replaces it.
struct MetronomeOrder: Sendable, BitwiseCopyable {
    /// Grows with every `begin` and `stop`.
    var generation: Int
    /// Grows with every `begin`, `stop` and immediate change of tempo, each of which drops planned changes.
    var edition: Int
    /// With the tempo and the pattern that were asked for last; nil for silence.
    var run: MetronomeRun?

    static let none = MetronomeOrder(generation: 0, edition: 0)
}

/// A change of tempo that waits for its beat.
struct PlannedTempo: Sendable, BitwiseCopyable {
    /// Since the first click of the run.
    let beat: Int
    let tempo: Tempo
    /// Of the command that it belongs to.
    let edition: Int
}

/// A guide tone that waits for its frame.
struct GuideNote: Sendable, BitwiseCopyable {
    let frame: Int
    /// Of the command that the note belongs to.
    let generation: Int
}

/// Lock-free channels between ordinary threads and the audio thread.
struct MetronomeLinks: Sendable {
    let orders = Mailbox(blank: MetronomeOrder.none)
    let tempos = EventRing(minimumCapacity: 64, blank: PlannedTempo(beat: 0, tempo: .initial, edition: 0))
    let notes: EventRing<GuideNote>
    let clicks: EventRing<SoundedClick>

    init(noteCapacity: Int, clickCapacity: Int) {
        notes = EventRing(minimumCapacity: noteCapacity, blank: GuideNote(frame: 0, generation: 0))
        clicks = EventRing(
            minimumCapacity: clickCapacity, blank: SoundedClick(frame: 0, index: 0, stress: .plain, tempo: .initial))
    }
}

/// The part of the metronome that runs on the audio thread.
struct MetronomePlayer {
    private let rate: Int
    private let links: MetronomeLinks
    private let sounds: MetronomeSounds
    private var generation = 0
    private var edition = 0
    private var clock: ClickClock?
    private var clicks = LastSounds()
    /// Spoken numbers are longer than the clicks between them.
    private var counts = LastSounds()
    private var guides = LastSounds()
    private var clickVolume: VolumeRamp
    private var guideVolume: VolumeRamp

    init(rate: Int, links: MetronomeLinks, sounds: MetronomeSounds, clickAmplitude: Float, guideAmplitude: Float) {
        self.rate = rate
        self.links = links
        self.sounds = sounds
        clickVolume = VolumeRamp(rate: rate, amplitude: clickAmplitude)
        guideVolume = VolumeRamp(rate: rate, amplitude: guideAmplitude)
    }

    /// Renders into a scratch buffer. Swift creates the metadata of a generic type on first use, with a lock and an
    /// allocation, which the audio thread must not do.
    static func rehearse(rate: Int) {
        let links = MetronomeLinks(noteCapacity: 1, clickCapacity: 1)
        // A number longer than a beat.
        let sounds = MetronomeSounds(rate: rate, voice: .spoken, counts: [Array(repeating: 1, count: rate)])
        var player = MetronomePlayer(
            rate: rate, links: links, sounds: sounds, clickAmplitude: 1, guideAmplitude: 1)
        let pattern = ClickPattern(
            meter: .fourFour, clicksPerBeat: 2, swing: Swing(percent: 60),
            gaps: ClickGaps(silentBars: 1, dropped: ClickGaps.drops.lowerBound))
        let run = MetronomeRun(firstClick: 0, tempo: .initial, clicks: nil, pattern: pattern)
        links.orders.put(MetronomeOrder(generation: 1, edition: 1, run: run))
        _ = links.tempos.put(PlannedTempo(beat: 0, tempo: Tempo(clamping: 100), edition: 1))
        _ = links.notes.put(GuideNote(frame: 0, generation: 1))
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { room in
            room.initialize(repeating: 0)
            for frame in [0, 16] {
                player.render(into: room, at: frame, clickAmplitude: 1, guideAmplitude: 1)
            }
        }
    }

    /// Realtime-safe after `rehearse`.
    mutating func render(
        into block: UnsafeMutableBufferPointer<Float>, at frame: Int, clickAmplitude: Float, guideAmplitude: Float
    ) {
        if let order = links.orders.take() {
            obey(order, at: frame)
        }
        clickVolume.begin(target: clickAmplitude)
        guideVolume.begin(target: guideAmplitude)
        block.update(repeating: 0)
        renderClicks(into: block, at: frame)
        renderGuide(into: block, at: frame)
        clickVolume.end(count: block.count)
        guideVolume.end(count: block.count)
    }

    private mutating func obey(_ order: MetronomeOrder, at frame: Int) {
        if order.generation != generation {
            generation = order.generation
            clock = order.run.map { ClickClock($0, rate: rate) }
        }
        if let run = order.run {
            clock?.change(pattern: run.pattern)
            if order.edition != edition {
                clock?.change(tempo: run.tempo, at: frame)
            }
        }
        edition = order.edition
    }

    private mutating func planTempos() {
        while clock?.isPlanned != true, let change = links.tempos.peek(), change.edition <= edition {
            _ = links.tempos.take()
            if change.edition == edition {
                clock?.plan(change)
            }
        }
    }

    private mutating func renderClicks(into block: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        clicks.mix(into: block, at: frame, volume: clickVolume)
        counts.mix(into: block, at: frame, volume: clickVolume)
        planTempos()
        while let next = clock?.next, next.frame < frame + block.count {
            let report = clock?.report
            clock?.advance()
            planTempos()
            let count = next.stress == nil ? nil : sounds.count(next.beat)
            let sound = Sounding(waveform: count ?? sounds.click(next.stress), start: next.frame, longest: next.room)
            guard !sound.isOver(at: frame) else {
                continue  // The click lies entirely in a gap.
            }
            if next.stress != .silent, next.isHeard {
                sound.mix(into: block, at: frame, volume: clickVolume)
                if count == nil {
                    clicks.add(sound)
                } else {
                    counts.add(sound)
                }
            }
            if let report {
                _ = links.clicks.put(report)
            }
        }
    }

    private mutating func renderGuide(into block: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        guides.mix(into: block, at: frame, volume: guideVolume)
        while let note = links.notes.peek(), note.generation <= generation {
            guard note.generation < generation || note.frame < frame + block.count else {
                return
            }
            _ = links.notes.take()
            let sound = Sounding(waveform: sounds.guide, start: note.frame)
            if note.generation == generation, !sound.isOver(at: frame) {
                sound.mix(into: block, at: frame, volume: guideVolume)
                guides.add(sound)
            }
        }
    }
}

/// A sound that is being played, from a fixed frame of the stream on.
struct Sounding {
    /// At a fixed address, so that the audio thread does no reference counting.
    typealias Waveform = UnsafeBufferPointer<Float>

    /// In frames, of the end of a sound that is cut off.
    private static let fade: Float = 240

    let waveform: Waveform
    let start: Int
    /// In frames.
    var longest = Int.max

    private var end: Int {
        start + min(waveform.count, longest)
    }

    /// Mixes the part within a block that begins at `frame`. Realtime-safe.
    func mix(into block: UnsafeMutableBufferPointer<Float>, at frame: Int, volume: VolumeRamp) {
        let first = max(start, frame)
        let last = min(end, frame + block.count)
        guard first < last else {
            return
        }
        let isCut = longest < waveform.count
        for position in first..<last {
            let share = isCut ? min(1, Float(end - position) / Self.fade) : 1
            block[position - frame] += share * waveform[position - start] * volume.amplitude(at: position - frame)
        }
    }

    /// Realtime-safe.
    func isOver(at frame: Int) -> Bool {
        end <= frame
    }
}

/// The last two sounds of a kind: at a fast tempo, one begins before the previous one has died away.
struct LastSounds {
    private var last: Sounding?
    private var secondLast: Sounding?

    /// Realtime-safe.
    mutating func add(_ sound: Sounding) {
        secondLast = last
        last = sound
    }

    /// Realtime-safe.
    func mix(into block: UnsafeMutableBufferPointer<Float>, at frame: Int, volume: VolumeRamp) {
        secondLast?.mix(into: block, at: frame, volume: volume)
        last?.mix(into: block, at: frame, volume: volume)
    }
}

/// The waveforms of a metronome at one sample rate.
final class MetronomeSounds {
    let accented: Sounding.Waveform
    let plain: Sounding.Waveform
    let soft: Sounding.Waveform
    let guide: Sounding.Waveform
    private let counts: UnsafeMutableBufferPointer<Sounding.Waveform>

    /// - Parameter counts: the spoken number of each beat of a bar; where it is missing or empty, a click sounds.
    init(rate: Int, voice: ClickVoice, counts: [[Float]]) {
        accented = Self.kept(ClickSound.samples(rate: rate, accented: true, voice: voice))
        plain = Self.kept(ClickSound.samples(rate: rate, accented: false, voice: voice))
        soft = Self.kept(ClickSound.softSamples(rate: rate, voice: voice))
        guide = Self.kept(ClickSound.guideSamples(rate: rate))
        let numbers = voice == .spoken ? counts.prefix(ClickPattern.mostBeats).map(Self.kept) : []
        self.counts = .allocate(capacity: numbers.count)
        _ = self.counts.initialize(from: numbers)
    }

    deinit {
        accented.deallocate()
        plain.deallocate()
        soft.deallocate()
        guide.deallocate()
        counts.forEach { $0.deallocate() }
        counts.deallocate()
    }

    /// Nil if a click sounds. Realtime-safe.
    func count(_ beat: Int) -> Sounding.Waveform? {
        beat < counts.count && !counts[beat].isEmpty ? counts[beat] : nil
    }

    /// The soft click between two beats if `stress` is nil. Realtime-safe.
    func click(_ stress: BeatStress?) -> Sounding.Waveform {
        switch stress {
        case .accented: accented
        case .plain, .silent: plain
        case .soft, nil: soft
        }
    }

    private static func kept(_ samples: [Float]) -> Sounding.Waveform {
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: samples.count)
        _ = memory.initialize(from: samples)
        return UnsafeBufferPointer(memory)
    }
}

/// A volume that ordinary threads set, and the audio thread follows gradually, because a sudden change would click.
final class VolumeControl: Sendable {
    private let bits: Atomic<UInt32>

    init(_ volume: Double) {
        bits = Atomic(Self.amplitude(volume).bitPattern)
    }

    /// 0…1; values out of range are clamped. Thread-safe. Realtime-safe.
    func set(_ volume: Double) {
        bits.store(Self.amplitude(volume).bitPattern, ordering: .relaxed)
    }

    /// An amplitude. Realtime-safe.
    var target: Float {
        Float(bitPattern: bits.load(ordering: .relaxed))
    }

    /// The square of the volume, because perceived loudness grows more slowly than amplitude.
    private static func amplitude(_ volume: Double) -> Float {
        let bounded = volume.isNaN ? 0 : min(max(volume, 0), 1)
        return Float(bounded * bounded)
    }
}

/// A gradual change of amplitude, sample by sample.
struct VolumeRamp {
    /// From silence to full volume.
    private static let seconds: Float = 0.005

    private let step: Float
    private var current: Float
    private var target: Float

    init(rate: Int, amplitude: Float) {
        step = 1 / (Self.seconds * Float(rate))
        current = amplitude
        target = amplitude
    }

    /// Realtime-safe.
    mutating func begin(target: Float) {
        self.target = target
    }

    /// In samples from the beginning of the block. Realtime-safe.
    func amplitude(at offset: Int) -> Float {
        let way = step * Float(offset)
        return current + min(max(target - current, -way), way)
    }

    /// Ends the block. Realtime-safe.
    mutating func end(count: Int) {
        current = amplitude(at: count)
    }
}
