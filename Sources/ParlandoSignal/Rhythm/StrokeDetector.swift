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
    public init?(rate: Int, instrument: InstrumentProfile? = nil, hasReference: Bool) {
        guard let resamplers = HearingResamplers(rate: rate),
            let hearing = Hearing(instrument: instrument, hasReference: hasReference)
        else {
            return nil
        }
        self.rate = rate
        self.hearing = hearing
        (microphone, loudspeaker) = (resamplers.microphone, resamplers.loudspeaker)
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
    private let settings: HearingSettings
    private let heard = SoundHistory(frames: 131_072)
    private let clean = SoundHistory(frames: 131_072)
    private let remover: ClickRemover?
    private let detector: OnsetDetector
    private var loudness: StrokeLoudness
    private var check = MicrophoneCheck()
    private var lastStroke = -Double(HearingSettings.rate)
    private var lastRefused = -Double(HearingSettings.rate)
    private var next = HearingSettings.hop

    init?(instrument: InstrumentProfile?, hasReference: Bool, settings: HearingSettings = HearingSettings()) {
        let profile = instrument ?? StrokeLoudness.anyInstrument
        let isLearned = instrument != nil
        guard let detector = OnsetDetector(instrument: profile, isLearned: isLearned, settings: settings) else {
            return nil
        }
        if hasReference {
            guard let remover = ClickRemover(heard: heard, settings: settings) else {
                return nil
            }
            self.remover = remover
        } else {
            remover = nil
        }
        self.settings = settings
        self.detector = detector
        loudness = StrokeLoudness(instrument: profile, isLearned: isLearned)
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

    private func step(_ end: Int, _ decided: Int) -> [HearingEvent] {
        var events: [HearingEvent] = []
        remover?.predict(until: end, events: &events)
        for frame in end - HearingSettings.hop..<end {
            check.look(heard[frame])
            clean.append(heard[frame] - (remover?.echo[frame] ?? 0))
        }
        if let attack = detector.look(at: clean, echo: remover?.echo, end: end),
            let onset = judged(attack, decided)
        {
            events.append(.onset(onset))
            if onset.reason != .click, let warning = check.hear(attack, isStroke: onset.isAccepted) {
                events.append(warning)
            }
        }
        return events
    }

    /// Returns the onset for an attack. Nil if the attack was rejected before or may still turn out to be a stroke.
    private func judged(_ attack: OnsetDetector.Attack, _ decided: Int) -> Onset? {
        let strength = Double(attack.peak) / pow(10, loudness.level / 20)
        let reason = reason(attack, strength)
        if reason == .stroke {
            lastStroke = attack.frame
            detector.rest(until: Int(attack.frame) + settings.pause)
            if loudness.add(attack.peak) {
                detector.adapt(to: loudness.instrument)
            }
        } else {
            guard attack.isClosed, isNew(attack) else {
                return nil
            }
            lastRefused = attack.frame
        }
        return Onset(frame: attack.frame, strength: strength, reason: reason, decided: decided)
    }

    private func reason(_ attack: OnsetDetector.Attack, _ strength: Double) -> Onset.Reason {
        if let remover, remover.explains(attack) {
            return .click
        }
        guard isUnforetold(attack) || sounds(attack) else {
            return .unlike
        }
        guard attack.frame >= lastStroke + Double(settings.pause), stands(attack) else {
            return .quiet
        }
        return .stroke
    }

    /// Returns whether the attack sounds like the learned instrument. True if none was learned.
    private func sounds(_ attack: OnsetDetector.Attack) -> Bool {
        let isCalm = attack.unrest < settings.calm
        return !loudness.isLearned || attack.likeness >= (isCalm ? settings.likeness : settings.noisyLikeness)
    }

    /// Returns whether the attack stands out from the swing and noise of the sound before it.
    private func stands(_ attack: OnsetDetector.Attack) -> Bool {
        let evidence = StrokeEvidence(attack, level: level).value
        guard !attack.isForetold else {
            return evidence >= settings.plainEvidence && attack.unrest < settings.plainUnrest
        }
        return evidence >= settings.evidence || isUnforetold(attack) || leaps(attack) || swells(attack)
            || isAnotherNote(attack)
    }

    /// Returns whether a ringing low note fails to predict the attack. Such an attack need not be louder than that
    /// note, nor need the sum of both sound like the instrument.
    private func isUnforetold(_ attack: OnsetDetector.Attack) -> Bool {
        isUnfolded(attack) && attack.newnessBesideLowNote >= settings.newness * level
    }

    /// Returns whether the attack is a soft note after a loud one: all else is quiet, the prediction from the ringing
    /// sound leaves a residual, and the spectrum rises as well.
    private func isAnotherNote(_ attack: OnsetDetector.Attack) -> Bool {
        isUnfolded(attack) && attack.unrest < settings.stillness && attack.rise >= settings.softRise
            && (attack.newnessBesideLowNote >= settings.softNewness * level
                || attack.newness >= settings.highNewness * level)
    }

    /// Returns whether the last stroke had fully developed before the attack.
    private func isUnfolded(_ attack: OnsetDetector.Attack) -> Bool {
        attack.frame >= lastStroke + Double(settings.unfolding)
    }

    /// Returns whether the attack is louder throughout than the rattling sound before it, which has single peaks of
    /// nearly the same height. An example is a stroke on a snare drum that still rattles.
    private func swells(_ attack: OnsetDetector.Attack) -> Bool {
        isNew(attack) && attack.rise >= settings.threshold && attack.swell >= settings.swell
            && attack.peak >= max(faint, settings.rattle * attack.before)
    }

    /// Amplitude below which a sound is faint.
    private var faint: Float {
        Float(pow(10, (loudness.level + settings.faint) / 20))
    }

    /// Returns whether no attack was rejected at this moment before. A click is rejected while its echo path is being
    /// learned, and may be examined again once the path is known.
    private func isNew(_ attack: OnsetDetector.Attack) -> Bool {
        abs(attack.frame - lastRefused) > Double(HearingSettings.hop)
    }

    /// Typical peak amplitude of the instrument's strokes.
    private var level: Float {
        Float(pow(10, loudness.level / 20))
    }

    /// Returns whether the attack is so much louder than the sound before it that only a stroke or a click can be the
    /// cause. Clicks are excluded by `isNew`.
    private func leaps(_ attack: OnsetDetector.Attack) -> Bool {
        isNew(attack) && attack.peak >= max(faint, settings.leap * attack.before)
    }
}
