import Foundation
import ParlandoCore

/// The hearing itself, at its own rate, hop by hop. See `StrokeDetector`.
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

    /// Hears a block; `decided` is told with its onsets.
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

    /// Nil: the moment was refused before, or may yet be a stroke.
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

    /// Whether it sounds like the instrument that was learned, if one was.
    private func sounds(_ attack: OnsetDetector.Attack) -> Bool {
        let isCalm = attack.unrest < settings.calm
        return !loudness.isLearned || attack.likeness >= (isCalm ? settings.likeness : settings.noisyLikeness)
    }

    /// Whether it is more than the swing or the noise of what sounded before.
    private func stands(_ attack: OnsetDetector.Attack) -> Bool {
        let evidence = StrokeEvidence(attack, level: level).value
        guard !attack.isForetold else {
            return evidence >= settings.plainEvidence && attack.unrest < settings.plainUnrest
        }
        return evidence >= settings.evidence || isUnforetold(attack) || leaps(attack) || swells(attack)
            || isAnotherNote(attack)
    }

    /// Whether a low note that rings on does not explain it: neither need it be louder than that note, nor does the sum of
    /// both sound like either.
    private func isUnforetold(_ attack: OnsetDetector.Attack) -> Bool {
        isUnfolded(attack) && attack.newnessBesideLowNote >= settings.newness * level
    }

    /// Whether what rings on does not quite explain it and its spectrum rises, too, where all else is calm: a soft note
    /// behind a loud one.
    private func isAnotherNote(_ attack: OnsetDetector.Attack) -> Bool {
        isUnfolded(attack) && attack.unrest < settings.stillness && attack.rise >= settings.softRise
            && (attack.newnessBesideLowNote >= settings.softNewness * level
                || attack.newness >= settings.highNewness * level)
    }

    /// Whether the last stroke had unfolded before it.
    private func isUnfolded(_ attack: OnsetDetector.Attack) -> Bool {
        attack.frame >= lastStroke + Double(settings.unfolding)
    }

    /// Whether it is louder all along than what rattled before, of which single peaks are nearly as loud: a stroke on a
    /// snare drum that still sounds.
    private func swells(_ attack: OnsetDetector.Attack) -> Bool {
        isNew(attack) && attack.rise >= settings.threshold && attack.swell >= settings.swell
            && attack.peak >= max(faint, settings.rattle * attack.before)
    }

    /// Amplitude below which a sound is faint.
    private var faint: Float {
        Float(pow(10, (loudness.level + settings.faint) / 20))
    }

    /// Whether nothing was refused at that moment before: a click is refused while its path is being learned, and may be
    /// asked about again when that has just become known.
    private func isNew(_ attack: OnsetDetector.Attack) -> Bool {
        abs(attack.frame - lastRefused) > Double(HearingSettings.hop)
    }

    /// Amplitude of a stroke as learned.
    private var level: Float {
        Float(pow(10, loudness.level / 20))
    }

    /// Whether it stands out as far from what sounded as only a stroke does, or a click, which `isNew` keeps out.
    private func leaps(_ attack: OnsetDetector.Attack) -> Bool {
        isNew(attack) && attack.peak >= max(faint, settings.leap * attack.before)
    }
}
