import ParlandoCore
import ParlandoSignal

/// An analyser of captured sound, which detects events such as strokes. Must be used on one thread only.
protocol Ear {
    mutating func hear(_ event: TransportEvent) -> [EarNews]
}

/// The kind of analyser of captured sound (`Ear`) that a session needs. It is a value, so the analyser itself can be
/// created on the thread on which it works.
enum EarKind: Sendable {
    /// Detects strokes while `sound`, the metronome's sound, is played. The profile is nil if no instrument was
    /// learned. Without a sound, `makeEar` returns nil.
    case strokes(InstrumentProfile?, sound: PlayedSound?)
    /// Measures the latency of the calibration's sound, which it has the voice play.
    case latency(CalibrationVoice)
    /// Learns the sound of an instrument from strokes, without any other sound.
    case instrument

    /// Creates the analyser. Returns nil if a sample rate (in Hz) is out of range or memory cannot be allocated.
    func makeEar(playbackRate: Int, captureRate: Int) -> (any Ear)? {
        switch self {
        case .strokes(let instrument, let sound):
            StrokeEar(instrument: instrument, sound: sound, playbackRate: playbackRate, captureRate: captureRate)
        case .latency(let voice):
            LatencyEar(voice, playbackRate: playbackRate, captureRate: captureRate)
        case .instrument:
            InstrumentEar(captureRate: captureRate)
        }
    }
}

/// The thread on which analysers of captured sound (`Ear`) work. Their computations would block the shared thread pool
/// for too long.
actor EarThread {
    nonisolated let executor = BlockingExecutor(label: "parlando.ear")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Analyses the events of playback and capture until their stream ends. Passes the results to `tell`.
    func listen(
        _ kind: EarKind, playbackRate: Int, captureRate: Int, to events: AsyncStream<TransportEvent>,
        tell: @Sendable (EarNews) -> Void
    ) async {
        guard var ear = kind.makeEar(playbackRate: playbackRate, captureRate: captureRate) else {
            tell(.failed(.audio(AudioError(.unsupported, detail: "rate \(captureRate)"))))
            return
        }
        var gauge = LevelGauge(rate: captureRate)
        for await event in events {
            for news in ear.hear(event) {
                tell(news)
            }
            if case .block(let block) = event, let level = gauge.add(block.samples) {
                tell(.level(level))
            }
        }
    }
}

/// The connection that sends events of playback and capture from a session to its sound analyser (`Ear`).
struct EarLine: Sendable {
    /// Number of the analyser within its session. The session ignores results from an analyser that has been replaced.
    let number: Int

    private let input: AsyncStream<TransportEvent>.Continuation

    init(
        _ kind: EarKind, number: Int = 0, playbackRate: Int, captureRate: Int,
        door: AsyncStream<RhythmSessionEvent>.Continuation, thread: EarThread
    ) {
        self.number = number
        let (events, input) = AsyncStream.makeStream(of: TransportEvent.self)
        self.input = input
        Task {
            await thread.listen(kind, playbackRate: playbackRate, captureRate: captureRate, to: events) { news in
                door.yield(.heard(news, ear: number))
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

/// Detects strokes in the captured sound while the metronome plays.
struct StrokeEar: Ear {
    /// Seconds after its due time at which the loudspeaker's sound is expected after it was found to be early: well
    /// within the echo path.
    private static let usualDelay = 0.02

    /// Maximum duration of the sound that is kept, in seconds. The played sound that is stored must reach as far back, and
    /// part of it is rendered ahead.
    private static let mostKept = Double(LoudspeakerReference.storedSeconds) - 1

    private var detector: StrokeDetector
    private let instrument: InstrumentProfile?
    private let captureRate: Int
    private var aligned: AlignedSound
    /// All captured sound so far; nil once it is known whether the loudspeaker is heard, or if there is too much.
    private var kept: [Float]? = []
    /// Seconds by which the loudspeaker's sound has just been found to be early; nil if it has not.
    private var early: Double?
    private var hasStrokes = false

    init?(instrument: InstrumentProfile?, sound: PlayedSound?, playbackRate: Int, captureRate: Int) {
        guard let sound,
            let detector = StrokeDetector(rate: captureRate, instrument: instrument, hasReference: true)
        else {
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
        case .roomChanged: return [.warning(.roomChanged)]
        case .tooQuiet: return [.warning(.microphoneTooQuiet)]
        case .tooLoud: return [.warning(.microphoneTooLoud)]
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

    /// Hears all sound so far again, with a reference signal that is not late any more. The echo path must be learned
    /// from the count-in: during later clicks, the player makes strokes.
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

/// Aligns the captured sound with the reference signal (the sound that was played), on the timeline of the capture
/// stream.
///
/// Sound is left out until both streams have reported some clock fits, which map frames to times. The first fits may be
/// wrong by tens of milliseconds, on a busy computer by hundreds, and mend within a second; until the first click is
/// due, the alignment follows them. Small errors do no harm where the loudspeaker is heard. Where it is not, only the
/// fits tell when a stroke was made, so the reference is moved once they are certain. Sound that the device lost is
/// replaced by silence, so that frame counts stay continuous.
struct AlignedSound {
    /// A stretch of captured sound and the reference signal for the same stretch, with equal lengths.
    struct Piece {
        let samples: [Float]
        let reference: [Float]
        /// Played frames per frame of the reference signal, relative to the ratio of the nominal rates.
        let pace: Double
        /// Number of playback frames by which the alignment has moved before this stretch; nil if it has not.
        let moved: Double?
    }

    /// Maximum number of lost frames that are replaced by silence. A device that loses more frames counts as
    /// disconnected before that.
    private static let longestGap = 1 << 20

    /// Number of clock fits (which map frames to times) that each stream must have reported before its sound is used.
    /// This takes two thirds of a second. The delay that a sound server reports before that is wrong by tens of
    /// milliseconds.
    private static let linesToBegin = 3

    /// Frame of the capture stream at which captured sound and reference signal begin to be aligned; nil if the
    /// alignment has not begun.
    private var begin: Int?
    private var clocks: ClockPair
    /// Whether the clock fits (which map frames to times) were certain when the alignment was taken from them; nil
    /// while it is to be taken from the next ones.
    private var isCertain: Bool?
    /// Whether the number of lost frames has never been corrected downwards.
    private(set) var isContinuous = true

    private let sound: PlayedSound
    private let reference: LoudspeakerReference
    private var lines = (playback: 0, capture: 0)
    /// The value of `lines` when the alignment was taken from the clock fits.
    private var alignedLines = (playback: 0, capture: 0)
    private var playedEnd = 0
    private var waiting: [CapturedBlock] = []
    private var end = 0

    init(_ sound: PlayedSound, playbackRate: Int, captureRate: Int) {
        self.sound = sound
        reference = LoudspeakerReference(playbackRate: playbackRate, captureRate: captureRate)
        clocks = ClockPair(playbackRate: playbackRate, captureRate: captureRate)
    }

    /// Returns the frame of the playback stream that was due when this many frames had been captured since the
    /// alignment began; nil if the alignment has not begun.
    func due(afterFrames frames: Double) -> Double? {
        begin.flatMap { reference.due(at: Double($0) + frames) }
    }

    /// Aligns the reference signal (the sound that was played) with the captured sound anew, by the current clock fits
    /// (which map frames to times).
    mutating func anchorAnew() {
        reference.anchorAnew()
        isCertain = nil
    }

    /// Aligns the reference signal (the sound that was played) with the captured sound anew if there are new clock fits
    /// (which map frames to times) and the alignment was taken from fits that were not certain.
    mutating func followFits() {
        if isCertain == false, lines != alignedLines {
            anchorAnew()
        }
    }

    /// Aligns the reference signal (the sound that was played) with the captured sound anew if the current clock fits
    /// (which map frames to times) are the first that are certain.
    mutating func anchorOnceSteady() {
        if isCertain == false, clocks.isSteady {
            anchorAnew()
        }
    }

    /// Moves the reference signal on by this many seconds, as measured from the sound itself.
    mutating func moveOn(by seconds: Double) {
        reference.moveOn(by: seconds)
        // Clock fits cannot improve on that.
        isCertain = true
    }

    /// Returns the reference signal of the latest captured frames, shape `[count]`.
    func latest(_ count: Int) -> [Float] {
        reference.latest(count)
    }

    /// The pace of the reference signal, see `Piece`.
    var pace: Double {
        clocks.pace
    }

    /// Processes an event of playback or capture. Returns the pieces of sound that the event completed, in order.
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
