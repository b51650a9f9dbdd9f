import Foundation
public import ParlandoCore

/// Events of stroke detection, in order.
public enum HearingEvent: Sendable, Equatable {
    /// An onset was detected; see `Onset.isAccepted`.
    case onset(Onset)
    /// The echo path has been learned. `delay` is its latency in seconds in addition to the reference's timing.
    case heardLoudspeaker(delay: Double)
    /// The clicks are not audible at the microphone, because of headphones or a muted loudspeaker. Nothing is removed.
    case hearsNoLoudspeaker
    /// The clicks are audible but arrive this many seconds before they are due, because the reference is misaligned.
    /// They are not removed correctly. Another detector has to hear everything with a reference that is moved.
    case loudspeakerIsEarly(by: Double)
    /// The echo path has changed, because the microphone was moved or the volume changed. It is being learned again.
    case roomChanged
    /// Strokes are too soft to be told apart from noise.
    case tooQuiet
    /// Strokes clip the microphone.
    case tooLoud
}

/// Detects the player's strokes in the microphone signal, block by block, while clicks sound from the loudspeaker.
///
/// Removes the loudspeaker's sound from the signal (`ClickRemover`), detects onsets (`OnsetDetector`) and separates
/// strokes from all other sound. The length of the blocks has no effect on the result. Memory use is bounded. Not
/// thread-safe, and not for the audio thread.
public final class StrokeDetector {
    /// Seconds by which the reference is ahead of the microphone. Sound may arrive before its due time, because devices
    /// report their delays inaccurately.
    public static let referenceLead = 0.05

    /// Maximum number of frames that are processed at a time.
    private static let longestPiece = 4096

    private let rate: Int
    /// Converts the microphone signal to `HearingSettings.rate`.
    private let microphone: Resampler
    /// Converts the loudspeaker signal to `HearingSettings.rate`.
    private let loudspeaker: Resampler
    private let heard = SoundHistory(frames: EarlyArrival.history)
    private let clean = SoundHistory(frames: 131_072)
    private let remover: ClickRemover?
    private var known: KnownStrokes?
    private let isRecording: Bool
    private var candidates: [OnsetCandidate] = []
    private let detector: OnsetDetector
    private var loudness: StrokeLoudness
    private var check = MicrophoneCheck()
    private var received = 0
    private var lastStroke = -Double(HearingSettings.rate)
    private var lastRefused = -Double(HearingSettings.rate)
    private var next = HearingSettings.hop

    /// Nil if memory cannot be allocated or the rate is invalid.
    ///
    /// - Parameters:
    ///   - rate: sample rate of the microphone in Hz.
    ///   - instrument: learned profile; if nil, any sound may be a stroke.
    ///   - hasReference: whether the loudspeaker's signal will be passed. If not, nothing is removed.
    ///   - isRecording: whether candidates are kept for `takeCandidates()`.
    ///   - known: beginnings of the strokes in frames. They are accepted in place of those that the model accepts.
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

    /// Whether the reference must keep its position relative to the microphone, because the loudspeaker is heard, or
    /// because it is being found out whether it is.
    public var holdsReference: Bool {
        remover?.holdsReference ?? false
    }

    /// Whether the reference has been silent so far, so that it may still be moved freely.
    public var awaitsReference: Bool {
        remover?.awaitsReference ?? true
    }

    /// Processes the next block.
    ///
    /// - Parameters:
    ///   - block: mono samples of the microphone, full scale ±1, shape `[frames]`.
    ///   - reference: the loudspeaker's signal at the sample rate of the microphone and of the same length. Sample i is
    ///     due at the microphone `referenceLead` after sample i of the block. Empty if there is none.
    ///   - pace: played frames per frame of the reference, relative to the ratio of the nominal rates.
    /// - Returns: new events in order.
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

    /// Returns the candidates that were judged since the last call, in order. Each appears as often as it was judged.
    public func takeCandidates() -> [OnsetCandidate] {
        defer { candidates = [] }
        return candidates
    }

    /// Processes samples at the internal sample rate, hop by hop.
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

    /// Returns the onset for an attack. Nil if the attack was rejected before or may still turn out to be a stroke.
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
            // A click is rejected while its echo path is being learned, and may be examined again once the path is
            // known.
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

    /// Returns whether a sound stands out so far that its similarity can be measured, and is unlike the instrument.
    private func isUnlike(_ features: OnsetFeatures) -> Bool {
        features[.prominence] >= HearingSettings.clearProminence
            && features[.similarity] < HearingSettings.leastSimilarity
    }

    private func inFramesOfTheStream(_ frame: Double) -> Double {
        rate == HearingSettings.rate ? frame : frame * Double(rate) / Double(HearingSettings.rate)
    }

    /// Typical peak amplitude of the instrument's strokes.
    private var level: Float {
        Float(pow(10, loudness.level / 20))
    }
}
