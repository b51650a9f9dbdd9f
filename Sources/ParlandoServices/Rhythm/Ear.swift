import ParlandoCore
import ParlandoSignal

/// Analyses captured sound. For one thread only.
protocol Ear {
    mutating func hear(_ event: TransportEvent) -> [EarNews]
}

/// The thread of the ears. Their computations would block the shared thread pool for too long.
actor EarThread {
    nonisolated let executor = BlockingExecutor(label: "parlando.ear")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameters:
    ///   - make: creates the ear on this thread; nil if a sample rate is out of range or memory cannot be allocated.
    ///   - captureRate: in Hz.
    func listen(
        with make: @Sendable () -> (any Ear)?, captureRate: Int, to events: AsyncStream<TransportEvent>,
        tell: @Sendable (EarNews) -> Void
    ) async {
        guard var ear = make() else {
            tell(.event(.failure(.audio(AudioError(.unsupported, detail: "rate \(captureRate)")))))
            return
        }
        var gauge = LevelGauge(rate: captureRate)
        for await event in events {
            for news in ear.hear(event) {
                tell(news)
            }
            if case .block(let block) = event, let level = gauge.add(block.samples) {
                tell(.event(.level(level)))
            }
        }
    }
}

/// The connection from a session to its ear.
struct EarLine: Sendable {
    /// The session ignores what an ear says that has been replaced.
    let number: Int

    private let input: AsyncStream<TransportEvent>.Continuation

    init(_ tools: RhythmTools, number: Int = 0, captureRate: Int, make: @escaping @Sendable () -> (any Ear)?) {
        self.number = number
        let (events, input) = AsyncStream.makeStream(of: TransportEvent.self)
        self.input = input
        Task {
            await tools.thread.listen(with: make, captureRate: captureRate, to: events) { news in
                tools.door.yield(.heard(news, ear: number))
            }
        }
    }

    func pass(_ event: TransportEvent) {
        input.yield(event)
    }

    func end() {
        input.finish()
    }
}

/// Hears strokes while the metronome's sound is played.
struct StrokeEar: Ear {
    /// Seconds after its due time at which the loudspeaker is expected after it was found to be early: well within the
    /// echo path.
    private static let usualDelay = 0.02

    /// Seconds of sound that are kept. The played sound that is stored must reach as far back, and part of it is
    /// rendered ahead.
    private static let mostKept = Double(LoudspeakerReference.storedSeconds) - 1

    private var detector: StrokeDetector
    private let instrument: InstrumentProfile?
    private let captureRate: Int
    private var aligned: AlignedSound
    /// All sound so far; nil once it is known whether the loudspeaker is heard, or if there is too much.
    private var kept: [Float]? = []
    /// Seconds by which the loudspeaker has just been found to be early.
    private var early: Double?
    private var hasStrokes = false

    init?(instrument: InstrumentProfile?, sound: PlayedSound, playbackRate: Int, captureRate: Int) {
        guard let detector = StrokeDetector(rate: captureRate, instrument: instrument, hasReference: true) else {
            return nil
        }
        self.detector = detector
        self.instrument = instrument
        self.captureRate = captureRate
        aligned = AlignedSound(sound, playbackRate: playbackRate, captureRate: captureRate)
    }

    mutating func hear(_ event: TransportEvent) -> [EarNews] {
        let pieces = aligned.take(event)
        // The frames of all strokes in these pieces are those of the last alignment.
        var news = pieces.compactMap(\.moved).map { EarNews.moved(frames: $0) }
        for piece in pieces {
            keep(piece.samples)
            for event in detector.hear(piece.samples, reference: piece.reference, pace: piece.pace) {
                news += self.news(of: event)
            }
        }
        if let seconds = early {
            early = nil
            news += hearAnew(early: seconds)
        }
        if detector.awaitsReference, !hasStrokes {
            aligned.followFits()
        } else if !detector.holdsReference {
            aligned.anchorOnceSteady()
        }
        return news
    }

    private mutating func news(of event: HearingEvent) -> [EarNews] {
        switch event {
        case .onset(let onset):
            guard onset.isAccepted, let frame = aligned.due(afterFrames: onset.frame) else {
                return []
            }
            hasStrokes = true
            return [.stroke(frame: frame)]
        case .heardLoudspeaker(let delay):
            kept = nil
            return [.loudspeaker(delay: delay)]
        case .roomChanged: return [.event(.warning(.roomChanged))]
        case .tooQuiet: return [.event(.warning(.microphoneTooQuiet))]
        case .tooLoud: return [.event(.warning(.microphoneTooLoud))]
        case .hearsNoLoudspeaker:
            kept = nil
            // Nothing but the clock fits tells when a stroke was made.
            aligned.anchorAnew()
            return []
        case .loudspeakerIsEarly(let seconds):
            early = seconds
            return []
        }
    }

    /// Hears all sound so far again, with a reference that is not late any more. The echo path must be learned from the
    /// count-in: during later clicks, the player makes strokes.
    private mutating func hearAnew(early seconds: Double) -> [EarNews] {
        guard let kept,
            let detector = StrokeDetector(rate: captureRate, instrument: instrument, hasReference: true)
        else {
            return self.detector.holdsReference ? [] : news(of: .hearsNoLoudspeaker)
        }
        self.kept = nil
        self.detector = detector
        aligned.moveOn(by: seconds + Self.usualDelay)
        let events = detector.hear(kept, reference: aligned.latest(kept.count), pace: aligned.pace)
        return events.reduce(into: [.restarted]) { news, event in
            switch event {
            case .onset, .heardLoudspeaker, .hearsNoLoudspeaker: news += self.news(of: event)
            // Told before, or about the count-in only.
            case .tooQuiet, .tooLoud, .roomChanged, .loudspeakerIsEarly: break
            }
        }
    }

    private mutating func keep(_ samples: [Float]) {
        kept? += samples
        let count = Double(kept?.count ?? 0)
        if count > Self.mostKept * Double(captureRate) || !aligned.isContinuous {
            kept = nil
        }
    }
}

/// Aligns captured sound with the reference, on the timeline of the capture stream.
///
/// The first clock fits may be wrong by tens of milliseconds, on a busy computer by hundreds, and mend within a second;
/// until the first click is due, the alignment follows them. Small errors do no harm where the loudspeaker is heard.
/// Where it is not, only the fits tell when a stroke was made, so the reference is moved once they are certain. Lost
/// sound is replaced by silence, so that frame counts stay continuous.
struct AlignedSound {
    /// Captured sound and its reference, of equal length.
    struct Piece {
        let samples: [Float]
        let reference: [Float]
        /// Played frames per frame of the reference, relative to the ratio of the nominal rates.
        let pace: Double
        /// Playback frames by which the alignment has moved before this piece.
        let moved: Double?
    }

    /// Lost frames that are replaced by silence. With more, a device counts as disconnected.
    private static let longestGap = 1 << 20

    /// Clock fits that each stream must report before its sound is used: two thirds of a second. Before, the delay that
    /// a sound server reports is wrong by tens of milliseconds.
    private static let linesToBegin = 3

    /// Capture frame at which the alignment begins.
    private var begin: Int?
    private var clocks: ClockPair
    /// Whether the alignment was taken from certain fits; nil while it is to be taken from the next ones.
    private var isCertain: Bool?
    /// Whether the number of lost frames has never been corrected downwards.
    private(set) var isContinuous = true

    private let sound: PlayedSound
    private let reference: LoudspeakerReference
    private var lines = (playback: 0, capture: 0)
    /// `lines` when the alignment was taken.
    private var alignedLines = (playback: 0, capture: 0)
    private var playedEnd = 0
    private var waiting: [CapturedBlock] = []
    private var end = 0

    init(_ sound: PlayedSound, playbackRate: Int, captureRate: Int) {
        self.sound = sound
        reference = LoudspeakerReference(playbackRate: playbackRate, captureRate: captureRate)
        clocks = ClockPair(playbackRate: playbackRate, captureRate: captureRate)
    }

    /// The playback frame that was due when this many frames had been captured since the alignment began.
    func due(afterFrames frames: Double) -> Double? {
        begin.flatMap { reference.due(at: Double($0) + frames) }
    }

    /// Takes the alignment from the next clock fits.
    mutating func anchorAnew() {
        reference.anchorAnew()
        isCertain = nil
    }

    /// Repeats the alignment if it was taken from uncertain clock fits and newer ones have arrived.
    mutating func followFits() {
        if isCertain == false, lines != alignedLines {
            anchorAnew()
        }
    }

    /// Aligns anew by the first fits that are certain.
    mutating func anchorOnceSteady() {
        if isCertain == false, clocks.isSteady {
            anchorAnew()
        }
    }

    /// Moves the reference on by this many seconds, as measured from the sound itself.
    mutating func moveOn(by seconds: Double) {
        reference.moveOn(by: seconds)
        // Clock fits cannot improve on that.
        isCertain = true
    }

    /// The reference of the latest captured frames, shape `[count]`.
    func latest(_ count: Int) -> [Float] {
        reference.latest(count)
    }

    var pace: Double {
        clocks.pace
    }

    /// Returns the pieces of sound that the event completed, in order.
    mutating func take(_ event: TransportEvent) -> [Piece] {
        clocks.take(event)
        switch event {
        case .playback: lines.playback += 1
        case .capture: lines.capture += 1
        case .block(let block): waiting.append(block)
        case .running, .xrun, .lost: break
        }
        playedEnd = sound.move(into: reference) ?? playedEnd
        guard let playback = clocks.playback, let capture = clocks.capture,
            min(lines.playback, lines.capture) >= Self.linesToBegin
        else {
            waiting.removeAll()
            return []
        }
        var pieces: [Piece] = []
        while let block = waiting.first {
            let needed = reference.neededEnd(
                frame: block.frame, count: block.samples.count, capture: capture, playback: playback)
            guard needed <= playedEnd else {
                break
            }
            waiting.removeFirst()
            pieces += piece(of: block, capture, playback)
        }
        return pieces
    }

    private mutating func piece(of block: CapturedBlock, _ capture: TimeMap, _ playback: TimeMap) -> [Piece] {
        if let begin, block.frame < end {
            // The device lost fewer frames than was thought at first, so there was too much silence in their place.
            self.begin = begin - (end - block.frame)
            reference.goBack(by: end - block.frame)
            isContinuous = false
            end = block.frame
        }
        let gap = begin == nil ? 0 : min(block.frame - end, Self.longestGap)
        begin = begin ?? block.frame
        let last = end
        end = block.frame + block.samples.count
        let before = isCertain == nil ? reference.due(at: Double(last)) : nil
        if isCertain == nil {
            isCertain = clocks.isSteady
            alignedLines = lines
        }
        let samples = [Float](repeating: 0, count: gap) + block.samples
        let played = reference.reference(
            frame: block.frame - gap, count: samples.count, capture: capture, playback: playback)
        let moved = before.flatMap { before in reference.due(at: Double(last)).map { $0 - before } }
        return [Piece(samples: samples, reference: played, pace: clocks.pace, moved: moved)]
    }
}

struct InstrumentEar: Ear {
    /// Seconds of sound to collect before the learner runs. It analyses all sound again each time.
    private static let stepSeconds = 0.25
    /// Seconds for which the last stroke may ring out before learning ends.
    private static let ringSeconds = 0.5
    /// Seconds after which learning ends if there were too few strokes.
    private static let timeoutSeconds = 60.0

    private let learner: InstrumentLearner
    private let rate: Double
    private var waiting: [Float] = []
    private var seconds = 0.0
    private var count = 0
    private var completeAt: Double?
    private var isOver = false

    init?(captureRate: Int) {
        guard let learner = InstrumentLearner(rate: captureRate) else {
            return nil
        }
        self.learner = learner
        rate = Double(captureRate)
    }

    mutating func hear(_ event: TransportEvent) -> [EarNews] {
        guard case .block(let block) = event, !isOver else {
            return []
        }
        waiting += block.samples
        guard Double(waiting.count) >= Self.stepSeconds * rate else {
            return []
        }
        seconds += Double(waiting.count) / rate
        let heard = learner.hear(waiting)
        waiting.removeAll(keepingCapacity: true)
        var news: [EarNews] = []
        if heard != count {
            count = heard
            news.append(.event(.count(min(count, InstrumentLearner.needed), of: InstrumentLearner.needed)))
        }
        if count >= InstrumentLearner.needed, completeAt == nil {
            completeAt = seconds + Self.ringSeconds
        }
        if seconds >= completeAt ?? Self.timeoutSeconds {
            isOver = true
            news.append(.event(learner.profile.map { .instrument($0) } ?? .failure(.tooFewStrokes)))
        }
        return news
    }
}
