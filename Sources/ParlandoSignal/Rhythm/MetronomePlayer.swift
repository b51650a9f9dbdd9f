import ParlandoCore

/// A command to the metronome. A newer one replaces it.
struct MetronomeOrder: Sendable, BitwiseCopyable {
    /// Number that grows with every `begin` and `stop`.
    var generation: Int
    /// The clicks to play; nil for silence.
    var run: MetronomeRun?
    var beatsPerMinute: Double
    var pattern: ClickPattern
}

/// A guide tone that waits for its frame.
struct GuideNote: Sendable, BitwiseCopyable {
    let frame: Int
    /// Generation of the command that the note belongs to.
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

    /// Renders a click and a guide tone into a scratch buffer. Swift creates the metadata of a generic type on first
    /// use, with a lock and an allocation. This call does so in advance, because the audio thread must do neither.
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

    /// Renders a block. Realtime-safe after `rehearse`.
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
