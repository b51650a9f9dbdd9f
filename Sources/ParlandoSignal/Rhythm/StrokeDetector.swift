import Foundation
public import ParlandoCore

/// Events of stroke detection, in order.
public enum HearingEvent: Sendable, Equatable {
    case onset(Onset)
    /// The echo path has been learned. `delay` is its latency in seconds in addition to the reference's timing.
    case heardLoudspeaker(delay: Double)
    /// The clicks are not audible (headphones, a muted loudspeaker). Nothing is removed.
    case hearsNoLoudspeaker
    /// The clicks arrive this many seconds early, because the reference is misaligned. Another detector has to hear
    /// everything with a moved reference.
    case loudspeakerIsEarly(by: Double)
    /// The microphone was moved or the volume changed. The echo path is being learned again.
    case roomChanged
    /// Strokes are too soft to be told apart from noise.
    case tooQuiet
    /// Strokes clip the microphone.
    case tooLoud
}

/// Detects the player's strokes while clicks sound from the loudspeaker. The length of the blocks has no effect. Memory
/// use is bounded. Not thread-safe, and not for the audio thread.
public final class StrokeDetector {
    /// Seconds by which the reference is ahead of the microphone, because devices report their delays inaccurately.
    public static let referenceLead = 0.05

    /// In frames.
    private static let longestPiece = 4096

    private let rate: Int
    private let microphone: Resampler
    private let loudspeaker: Resampler
    private let heard = SoundHistory(frames: EarlyArrival.history)
    private let clean = SoundHistory(frames: 131_072)
    private let remover: ClickRemover?
    private var known: KnownStrokes?
    private let isRecording: Bool
    private var candidates: [OnsetCandidate] = []
    private let detector: OnsetDetector
    private var loudness: StrokeLoudness
    private var check = GainCheck()
    private var received = 0
    private var lastStroke = -Double(HearingSettings.rate)
    private var lastRefused = -Double(HearingSettings.rate)
    private var next = HearingSettings.hop

    /// Nil if there is too little memory, or for an invalid rate.
    ///
    /// - Parameters:
    ///   - instrument: if nil, any sound may be a stroke.
    ///   - hasReference: if not, nothing is removed.
    ///   - isRecording: whether candidates are kept for `takeCandidates()`.
    ///   - known: frames of the strokes to accept, in place of the model.
    public init?(
        rate: Int, instrument: InstrumentProfile? = nil, hasReference: Bool, isRecording: Bool = false,
        known: [Double]? = nil
    ) {
        let profile = instrument ?? StrokeLoudness.anyInstrument
        let isLearned = instrument != nil
        guard let microphone = Resampler(rate: rate, channels: 1, to: HearingSettings.rate),
            let loudspeaker = Resampler(rate: rate, channels: 1, to: HearingSettings.rate),
            let detector = OnsetDetector(instrument: profile, isLearned: isLearned)
        else {
            return nil
        }
        if hasReference {
            guard let remover = ClickRemover(heard: heard) else {
                return nil
            }
            self.remover = remover
        } else {
            remover = nil
        }
        self.rate = rate
        self.microphone = microphone
        self.loudspeaker = loudspeaker
        self.isRecording = isRecording
        self.known = known.map { frames in
            KnownStrokes(frames.map { $0 * Double(HearingSettings.rate) / Double(rate) })
        }
        self.detector = detector
        loudness = StrokeLoudness(instrument: profile, isLearned: isLearned)
    }

    /// Whether the reference must keep its position, because the loudspeaker is heard, or may be.
    public var holdsReference: Bool {
        remover?.holdsReference ?? false
    }

    /// Whether the reference has been silent so far, so that it may still be moved freely.
    public var awaitsReference: Bool {
        remover?.awaitsReference ?? true
    }

    /// - Parameters:
    ///   - block: mono, full scale ±1.
    ///   - reference: the loudspeaker's signal, of the same rate and length, or empty. Sample i is due `referenceLead`
    ///     after sample i of the block.
    ///   - pace: played frames per frame of the reference, relative to the nominal rates.
    public func hear(_ block: [Float], reference: [Float] = [], pace: Double = 1) -> [HearingEvent] {
        // The histories are too short for a longer piece.
        stride(from: 0, to: block.count, by: Self.longestPiece).flatMap { start in
            hear(
                piece: block.dropFirst(start).prefix(Self.longestPiece),
                reference: reference.dropFirst(start).prefix(Self.longestPiece), pace: pace)
        }
    }

    private func hear(piece: ArraySlice<Float>, reference: ArraySlice<Float>, pace: Double) -> [HearingEvent] {
        received += piece.count
        let played = reference.withUnsafeBufferPointer { loudspeaker.process($0) }
        return process(piece.withUnsafeBufferPointer { microphone.process($0) }, reference: played, pace: pace)
    }

    /// Ends the sound. Returns the remaining events.
    public func finish() -> [HearingEvent] {
        process(microphone.finish() + [Float](repeating: 0, count: HearingSettings.rate / 10), reference: [], pace: 1)
    }

    /// The candidates judged since the last call, in order. Each appears as often as it was judged.
    public func takeCandidates() -> [OnsetCandidate] {
        defer { candidates = [] }
        return candidates
    }

    private func process(_ block: [Float], reference: [Float], pace: Double) -> [HearingEvent] {
        block.withUnsafeBufferPointer { heard.append($0) }
        reference.withUnsafeBufferPointer { remover?.play($0, pace: pace) }
        var events: [HearingEvent] = []
        while next <= heard.end {
            step(next, &events)
            next += HearingSettings.hop
        }
        return events
    }

    private func step(_ end: Int, _ events: inout [HearingEvent]) {
        remover?.predict(until: end, events: &events)
        for frame in end - HearingSettings.hop..<end {
            check.look(heard[frame])
            clean.append(heard[frame] - (remover?.echo[frame] ?? 0))
        }
        if let attack = detector.look(at: clean, echo: remover?.echo, end: end),
            let onset = judged(attack, end: end)
        {
            events.append(.onset(onset))
            if onset.reason != .click, let warning = check.hear(attack, isStroke: onset.isAccepted) {
                events.append(warning)
            }
        }
    }

    /// Nil if the attack was rejected before or may still turn out to be a stroke.
    private func judged(_ attack: OnsetDetector.Attack, end: Int) -> Onset? {
        let isClick = remover?.explains(attack) ?? false
        let features = OnsetFeatures(
            attack, level: level, isLearned: loudness.isLearned, interval: attack.frame - lastStroke)
        let isStroke = !isClick && isStroke(attack, features)
        if isRecording {
            candidates.append(
                OnsetCandidate(
                    frame: inFramesOfTheStream(attack.frame), end: inFramesOfTheStream(Double(end)), isClick: isClick,
                    isAccepted: isStroke, features: features))
        }
        if isStroke {
            lastStroke = attack.frame
            detector.rest(until: Int(attack.frame) + HearingSettings.pause)
            if loudness.add(attack.peak) {
                detector.adapt(to: loudness.instrument)
            }
        } else {
            // A click may be examined again once its echo path is known.
            guard attack.isClosed, abs(attack.frame - lastRefused) > Double(HearingSettings.hop) else {
                return nil
            }
            lastRefused = attack.frame
        }
        return Onset(
            frame: inFramesOfTheStream(attack.frame), strength: Double(attack.peak / level),
            reason: isClick ? .click : isStroke ? .stroke : .other, decided: received)
    }

    private func isStroke(_ attack: OnsetDetector.Attack, _ features: OnsetFeatures) -> Bool {
        guard attack.frame >= lastStroke + Double(HearingSettings.pause) else {
            return false
        }
        guard known == nil else {
            // At the last moment, so that everything before is recorded too.
            return attack.isClosed && known?.take(at: attack.frame) == true
        }
        return !isUnlike(features) && OnsetModel.fitted.accepts(features)
    }

    /// Whether a sound stands out so far that its similarity can be measured, and is unlike the instrument.
    private func isUnlike(_ features: OnsetFeatures) -> Bool {
        features[.prominence] >= HearingSettings.clearProminence
            && features[.similarity] < HearingSettings.leastSimilarity
    }

    private func inFramesOfTheStream(_ frame: Double) -> Double {
        rate == HearingSettings.rate ? frame : frame * Double(rate) / Double(HearingSettings.rate)
    }

    private var level: Float {
        Float(pow(10, loudness.level / 20))
    }
}

/// An onset at the microphone with its classification.
public struct Onset: Sendable, Equatable {
    /// What an onset is.
    public enum Reason: String, Sendable, Equatable {
        /// A stroke by the player, the only kind that is accepted.
        case stroke
        /// Sound from the loudspeaker, or the remainder of it.
        case click
        case other
    }

    /// Beginning of the attack in capture frames; fractional.
    public let frame: Double
    /// Amplitude relative to the learned strokes.
    public let strength: Double
    /// Whether it is a stroke.
    public let reason: Reason
    /// End of the block in which it was detected, in capture frames.
    public let decided: Int

    /// Whether the onset is a stroke.
    public var isAccepted: Bool {
        reason == .stroke
    }
}

/// Known strokes decide in place of the model while its training material is made.
struct KnownStrokes {
    /// In frames: 10 ms. Anything earlier is another sound, such as a finger on a string.
    private static let early = 480.0
    /// In frames: 25 ms.
    private static let late = 1200.0

    /// Still to come, the next one last.
    private var frames: [Double]

    /// - Parameter frames: beginnings in any order.
    init(_ frames: [Double]) {
        self.frames = frames.sorted(by: >)
    }

    /// Each stroke is found once.
    mutating func take(at frame: Double) -> Bool {
        while let next = frames.last, next < frame - Self.late {
            frames.removeLast()
        }
        guard let next = frames.last, next <= frame + Self.early else {
            return false
        }
        frames.removeLast()
        return true
    }
}

/// Typical loudness of the player's strokes: of the learned instrument, or else of the latest strokes.
struct StrokeLoudness {
    /// Of an unknown instrument.
    static let anyInstrument = InstrumentProfile(
        fingerprint: OnsetDetector.even(BandSpectrum.bandCount), rise: 0.4 * Double(BandSpectrum.bandCount), level: -12)

    private static let remembered = 9

    private(set) var instrument: InstrumentProfile
    /// From strokes played alone.
    let isLearned: Bool

    private var peaks: [Float] = []

    init(instrument: InstrumentProfile, isLearned: Bool) {
        self.instrument = instrument
        self.isLearned = isLearned
    }

    /// In dBFS.
    var level: Double {
        instrument.level
    }

    /// Returns whether the profile has changed.
    mutating func add(_ peak: Float) -> Bool {
        guard !isLearned else {
            return false
        }
        peaks.append(peak)
        if peaks.count > Self.remembered {
            peaks.removeFirst()
        }
        let median = peaks.sorted()[peaks.count / 2]
        instrument = InstrumentProfile(
            fingerprint: instrument.fingerprint, rise: instrument.rise, level: 20 * log10(Double(max(median, 1e-5))))
        return true
    }
}

/// Detects a microphone gain that is too high or too low.
struct GainCheck {
    /// A converter clips close to full scale.
    private static let ceiling: Float = 0.985
    /// Consecutive clipped samples, more than an undistorted stroke has.
    private static let flat = 3
    /// −40 dBFS. Ordinary microphones' noise masks softer strokes.
    private static let faint: Float = 0.01
    /// Minimum ratio to the amplitude before. Anything softer is noise.
    private static let clear: Float = 8
    /// Consecutive sounds, all clipped or all too soft, before a warning.
    private static let witnesses = 4
    /// In frames between warnings: 10 s.
    private static let warningPause = 10 * HearingSettings.rate

    private var run = 0
    private var isClipped = false
    private var clipped = 0
    private var soft = 0
    private var quietUntil = 0

    mutating func look(_ sample: Float) {
        run = abs(sample) >= Self.ceiling ? run + 1 : 0
        isClipped = isClipped || run >= Self.flat
    }

    /// Records a sound that does not come from the loudspeaker. Returns a warning if one is due.
    mutating func hear(_ sound: OnsetDetector.Attack, isStroke: Bool) -> HearingEvent? {
        let isSoft = sound.peak < Self.faint && sound.peak > Self.clear * sound.found.floor
        guard isStroke || isSoft else {
            return nil
        }
        clipped = isClipped ? clipped + 1 : 0
        isClipped = false
        soft = isSoft ? soft + 1 : 0
        let frame = Int(sound.frame)
        guard frame >= quietUntil, max(clipped, soft) >= Self.witnesses else {
            return nil
        }
        quietUntil = frame + Self.warningPause
        return clipped >= Self.witnesses ? .tooLoud : .tooQuiet
    }
}
