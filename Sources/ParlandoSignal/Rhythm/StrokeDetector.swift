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

    private let rate: Int
    private let hearing: Hearing
    private let microphone: Resampler?
    private let loudspeaker: Resampler?
    private var received = 0

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
        let scale = Double(HearingSettings.rate) / Double(rate)
        guard let resamplers = HearingResamplers(rate: rate),
            let hearing = Hearing(
                instrument: instrument, hasReference: hasReference, isRecording: isRecording,
                known: known.map { $0.map { $0 * scale } })
        else {
            return nil
        }
        self.rate = rate
        self.hearing = hearing
        (microphone, loudspeaker) = (resamplers.microphone, resamplers.loudspeaker)
    }

    /// Whether the reference must keep its position relative to the microphone, because the loudspeaker is heard, or
    /// because it is being found out whether it is.
    public var holdsReference: Bool {
        hearing.holdsReference
    }

    /// Processes the next block.
    ///
    /// - Parameters:
    ///   - block: mono samples of the microphone, full scale ±1, shape `[frames]`.
    ///   - reference: the loudspeaker's signal at the sample rate of the microphone and of the same length. Sample i is
    ///     due at the microphone `referenceLead` after sample i of the block. Empty if there is none.
    /// - Returns: new events in order.
    public func hear(_ block: [Float], reference: [Float] = []) -> [HearingEvent] {
        received += block.count
        let heard = resampled(block, microphone)
        let played = resampled(reference, loudspeaker)
        return hearing.hear(heard, reference: played, decided: received).map(inFramesOfTheStream)
    }

    /// Ends the sound. Returns the remaining events.
    public func finish() -> [HearingEvent] {
        let rest = microphone?.finish() ?? []
        let silence = [Float](repeating: 0, count: HearingSettings.rate / 10)
        return hearing.hear(rest + silence, reference: [], decided: received).map(inFramesOfTheStream)
    }

    /// Returns the candidates that were judged since the last call, in order. Each appears as often as it was judged.
    public func takeCandidates() -> [OnsetCandidate] {
        hearing.takeCandidates().map { $0.scaled(by: Double(rate) / Double(HearingSettings.rate)) }
    }

    private func resampled(_ block: [Float], _ resampler: Resampler?) -> [Float] {
        guard let resampler else {
            return block
        }
        return block.withUnsafeBufferPointer { resampler.process($0) }
    }

    private func inFramesOfTheStream(_ event: HearingEvent) -> HearingEvent {
        guard case .onset(let onset) = event, rate != HearingSettings.rate else {
            return event
        }
        let frame = onset.frame * Double(rate) / Double(HearingSettings.rate)
        return .onset(
            Onset(frame: frame, strength: onset.strength, reason: onset.reason, decided: onset.decided))
    }
}

/// The implementation of `StrokeDetector`, at its internal sample rate, hop by hop.
final class Hearing {
    private let heard = SoundHistory(frames: 131_072)
    private let clean = SoundHistory(frames: 131_072)
    private let remover: ClickRemover?
    private var known: KnownStrokes?
    private let isRecording: Bool
    private var candidates: [OnsetCandidate] = []
    private let detector: OnsetDetector
    private var loudness: StrokeLoudness
    private var check = MicrophoneCheck()
    private var lastStroke = -Double(HearingSettings.rate)
    private var lastRefused = -Double(HearingSettings.rate)
    private var next = HearingSettings.hop

    init?(instrument: InstrumentProfile?, hasReference: Bool, isRecording: Bool, known: [Double]?) {
        let profile = instrument ?? StrokeLoudness.anyInstrument
        let isLearned = instrument != nil
        guard let detector = OnsetDetector(instrument: profile, isLearned: isLearned) else {
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
        self.isRecording = isRecording
        self.known = known.map { KnownStrokes($0) }
        self.detector = detector
        loudness = StrokeLoudness(instrument: profile, isLearned: isLearned)
    }

    var holdsReference: Bool {
        remover?.holdsReference ?? false
    }

    /// Processes a block and returns its events. `decided` is stored in the returned onsets.
    func hear(_ block: [Float], reference: [Float], decided: Int) -> [HearingEvent] {
        block.withUnsafeBufferPointer { heard.append($0) }
        reference.withUnsafeBufferPointer { remover?.play($0) }
        var events: [HearingEvent] = []
        while next <= heard.end {
            events += step(next, decided)
            next += HearingSettings.hop
        }
        return events
    }

    /// Returns the candidates recorded since the last call.
    func takeCandidates() -> [OnsetCandidate] {
        defer { candidates = [] }
        return candidates
    }

    private func step(_ end: Int, _ decided: Int) -> [HearingEvent] {
        var events: [HearingEvent] = []
        remover?.predict(until: end, events: &events)
        for frame in end - HearingSettings.hop..<end {
            check.look(heard[frame])
            clean.append(heard[frame] - (remover?.echo[frame] ?? 0))
        }
        if let attack = detector.look(at: clean, echo: remover?.echo, end: end),
            let onset = judged(attack, end: end, decided)
        {
            events.append(.onset(onset))
            if onset.reason != .click, let warning = check.hear(attack, isStroke: onset.isAccepted) {
                events.append(warning)
            }
        }
        return events
    }

    /// Returns the onset for an attack. Nil if the attack was rejected before or may still turn out to be a stroke.
    private func judged(_ attack: OnsetDetector.Attack, end: Int, _ decided: Int) -> Onset? {
        let isClick = remover?.explains(attack) ?? false
        let isStroke = !isClick && isStroke(attack)
        if isRecording {
            candidates.append(
                OnsetCandidate(
                    frame: attack.frame, end: Double(end), isClick: isClick, isAccepted: isStroke,
                    isClosed: attack.isClosed || isStroke, features: features(of: attack)))
        }
        if isStroke {
            lastStroke = attack.frame
            detector.rest(until: Int(attack.frame) + HearingSettings.pause)
            if loudness.add(attack.peak) {
                detector.adapt(to: loudness.instrument)
            }
        } else {
            guard attack.isClosed, !isAgain(attack) else {
                return nil
            }
            lastRefused = attack.frame
        }
        return Onset(
            frame: attack.frame, strength: Double(attack.peak / level),
            reason: isClick ? .click : isStroke ? .stroke : .other, decided: decided)
    }

    private func isStroke(_ attack: OnsetDetector.Attack) -> Bool {
        guard attack.frame >= lastStroke + Double(HearingSettings.pause) else {
            return false
        }
        guard known == nil else {
            // At the last moment, so that everything before is recorded too.
            return attack.isClosed && known?.take(at: attack.frame) == true
        }
        let features = features(of: attack)
        return !isUnlike(features) && OnsetModel.fitted.accepts(features)
    }

    /// Returns whether a sound stands out so far that its similarity can be measured, and is unlike the instrument.
    private func isUnlike(_ features: OnsetFeatures) -> Bool {
        features[.prominence] >= HearingSettings.clearProminence
            && features[.similarity] < HearingSettings.leastSimilarity
    }

    private func features(of attack: OnsetDetector.Attack) -> OnsetFeatures {
        OnsetFeatures(
            attack, level: level, isLearned: loudness.isLearned, interval: attack.frame - lastStroke,
            isAgain: isAgain(attack))
    }

    /// Returns whether an attack was rejected at this moment before. A click is rejected while its echo path is being
    /// learned, and may be examined again once the path is known.
    private func isAgain(_ attack: OnsetDetector.Attack) -> Bool {
        abs(attack.frame - lastRefused) <= Double(HearingSettings.hop)
    }

    /// Typical peak amplitude of the instrument's strokes.
    private var level: Float {
        Float(pow(10, loudness.level / 20))
    }
}
