import Foundation
import ParlandoCore

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

    /// Processes a block and returns its events. `decided` is stored in its onsets.
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
    /// nearly the same height. This is a stroke on a snare drum that still sounds.
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

    /// Returns whether the attack stands out from the sound before by more than anything but a stroke or a click does.
    /// Clicks are excluded by `isNew`.
    private func leaps(_ attack: OnsetDetector.Attack) -> Bool {
        isNew(attack) && attack.peak >= max(faint, settings.leap * attack.before)
    }
}
