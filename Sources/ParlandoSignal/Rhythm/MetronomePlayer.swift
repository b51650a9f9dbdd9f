import ParlandoCore
import Synchronization

/// A command to the metronome. A newer one replaces it.
struct MetronomeOrder: Sendable, BitwiseCopyable {
    /// Grows with every `begin` and `stop`.
    var generation: Int
    /// Nil for silence.
    var run: MetronomeRun?
    var beatsPerMinute: Double
    var pattern: ClickPattern
}

/// A guide tone that waits for its frame.
struct GuideNote: Sendable, BitwiseCopyable {
    let frame: Int
    /// Of the command that the note belongs to.
    let generation: Int
}

/// Lock-free channels between ordinary threads and the audio thread.
struct MetronomeLinks: Sendable {
    let orders = Mailbox(blank: MetronomeOrder(generation: 0, run: nil, beatsPerMinute: 0, pattern: .usual))
    let notes: EventRing<GuideNote>
    let clicks: EventRing<SoundedClick>

    init(noteCapacity: Int, clickCapacity: Int) {
        notes = EventRing(minimumCapacity: noteCapacity, blank: GuideNote(frame: 0, generation: 0))
        clicks = EventRing(
            minimumCapacity: clickCapacity,
            blank: SoundedClick(frame: 0, index: 0, stress: .plain, beatsPerMinute: 0))
    }
}

/// The part of the metronome that runs on the audio thread.
struct MetronomePlayer {
    private let rate: Int
    private let links: MetronomeLinks
    private let sounds: MetronomeSounds
    private var generation = 0
    private var clock: ClickClock?
    private var clicks = LastSounds()
    private var guides = LastSounds()
    private var clickVolume: VolumeRamp
    private var guideVolume: VolumeRamp

    init(rate: Int, links: MetronomeLinks, clickAmplitude: Float, guideAmplitude: Float) {
        self.rate = rate
        self.links = links
        sounds = MetronomeSounds(rate: rate)
        clickVolume = VolumeRamp(rate: rate, amplitude: clickAmplitude)
        guideVolume = VolumeRamp(rate: rate, amplitude: guideAmplitude)
    }

    /// Renders into a scratch buffer. Swift creates the metadata of a generic type on first use, with a lock and an
    /// allocation, which the audio thread must not do.
    static func rehearse(rate: Int) {
        let links = MetronomeLinks(noteCapacity: 1, clickCapacity: 1)
        var player = MetronomePlayer(rate: rate, links: links, clickAmplitude: 1, guideAmplitude: 1)
        let run = MetronomeRun(firstClick: 0, tempo: .initial, clicks: nil)
        links.orders.put(
            MetronomeOrder(generation: 1, run: run, beatsPerMinute: run.beatsPerMinute, pattern: run.pattern))
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
        clock?.change(pattern: order.pattern)
        clock?.change(beatsPerMinute: order.beatsPerMinute, at: frame)
    }

    private mutating func renderClicks(into block: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        clicks.mix(into: block, at: frame, volume: clickVolume)
        while let next = clock?.next, next.frame < frame + block.count {
            let report = clock?.report
            clock?.advance()
            let sound = Sounding(waveform: sounds.click(next.stress), start: next.frame)
            guard !sound.isOver(at: frame) else {
                continue  // The click lies entirely in a gap.
            }
            if next.stress != .silent {
                sound.mix(into: block, at: frame, volume: clickVolume)
                clicks.add(sound)
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

    let waveform: Waveform
    let start: Int

    /// Mixes the part within a block that begins at `frame`. Realtime-safe.
    func mix(into block: UnsafeMutableBufferPointer<Float>, at frame: Int, volume: VolumeRamp) {
        let first = max(start, frame)
        let end = min(start + waveform.count, frame + block.count)
        guard first < end else {
            return
        }
        for position in first..<end {
            block[position - frame] += waveform[position - start] * volume.amplitude(at: position - frame)
        }
    }

    /// Realtime-safe.
    func isOver(at frame: Int) -> Bool {
        start + waveform.count <= frame
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

    init(rate: Int) {
        accented = Self.kept(ClickSound.samples(rate: rate, accented: true))
        plain = Self.kept(ClickSound.samples(rate: rate, accented: false))
        soft = Self.kept(ClickSound.softSamples(rate: rate))
        guide = Self.kept(ClickSound.guideSamples(rate: rate))
    }

    deinit {
        accented.deallocate()
        plain.deallocate()
        soft.deallocate()
        guide.deallocate()
    }

    /// The soft click between two beats if `stress` is nil. Realtime-safe.
    func click(_ stress: BeatStress?) -> Sounding.Waveform {
        switch stress {
        case .accented: accented
        case .plain, .silent: plain
        case nil: soft
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
