import Foundation
import ParlandoCore
import ParlandoSignal
import ParlandoTestSupport

/// Sound of which every stroke is known: 48 kHz, made of tones and noise.
enum MadePerformance {
    static let rate = 48_000

    /// A stroke: a burst that reaches its peak after `attack` seconds and dies away.
    static func stroke(attack: Double, frequency: Double?, seconds: Double = 0.15) -> [Float] {
        let carrier =
            frequency.map { ToneMaker.tone(frequency: $0, seconds: seconds, amplitude: 0.4, rate: rate) }
            ?? ToneMaker.noise(seconds: seconds, amplitude: 0.4, seed: 7, rate: rate)
        return carrier.enumerated().map { index, sample in
            let time = Double(index) / Double(rate)
            return sample * Float(min(1, time / attack) * exp(-time / 0.04))
        }
    }

    /// Noise of which little lies above 500 Hz, with this peak.
    static func dullNoise(seconds: Double, amplitude: Float) -> [Float] {
        let bright = ToneMaker.noise(seconds: seconds, amplitude: 1, seed: 11, rate: rate)
        let share = Float(1 - exp(-2 * Double.pi * 500 / Double(rate)))
        var (first, second) = (Float(0), Float(0))
        let dull = bright.map { sample -> Float in
            first += share * (sample - first)
            second += share * (first - second)
            return second
        }
        let peak = dull.reduce(0) { max($0, abs($1)) }
        return dull.map { $0 * amplitude / peak }
    }

    /// Silence with a faint hiss, with sounds laid into it.
    static func take(seconds: Double, sounds: [(frame: Int, samples: [Float])]) -> [Float] {
        var take = ToneMaker.noise(seconds: seconds, amplitude: 0.0002, seed: 3, rate: rate)
        for sound in sounds {
            for (index, sample) in sound.samples.enumerated() where sound.frame + index < take.count {
                take[sound.frame + index] += sample
            }
        }
        return take
    }

    /// The metronome's clicks at these frames.
    static func clicks(at frames: [Int], seconds: Double, voice: ClickVoice = .wood) -> [Float] {
        var played = [Float](repeating: 0, count: Int(seconds * Double(rate)))
        for (number, frame) in frames.enumerated() {
            let click = ClickSound.samples(rate: rate, accented: number.isMultiple(of: 4), voice: voice)
            for (index, sample) in click.enumerated() where frame + index < played.count {
                played[frame + index] += sample
            }
        }
        return played
    }

    /// What a microphone hears of a loudspeaker: later, softer, with an echo.
    static func heard(_ played: [Float], delay: Int, gain: Float) -> [Float] {
        played.indices.map { index in
            let direct = index >= delay ? played[index - delay] : 0
            let echo = index >= delay + 700 ? played[index - delay - 700] : 0
            return gain * (direct + 0.3 * echo)
        }
    }

    /// Everything that a detector hears in a take.
    static func events(
        in take: [Float], reference: [Float]? = nil, instrument: [Float]? = nil, block: Int = 480
    ) throws -> [HearingEvent] {
        let learner = InstrumentLearner(rate: rate)
        _ = learner?.hear(instrument ?? [])
        guard
            let detector = StrokeDetector(rate: rate, instrument: learner?.profile, hasReference: reference != nil)
        else {
            return []
        }
        let lead = Int(StrokeDetector.referenceLead * Double(rate))
        var events: [HearingEvent] = []
        for start in stride(from: 0, to: take.count, by: block) {
            let end = min(start + block, take.count)
            let played = reference.map { sound in
                (start + lead..<end + lead).map { $0 < sound.count ? sound[$0] : 0 }
            }
            events += detector.hear(Array(take[start..<end]), reference: played ?? [])
        }
        return events + detector.finish()
    }

    /// Delays of the loudspeaker that were reported, in frames.
    static func delays(_ events: [HearingEvent]) -> [Double] {
        events.compactMap { event in
            if case .heardLoudspeaker(let delay) = event { delay * Double(rate) } else { nil }
        }
    }

    /// Frames of the accepted strokes.
    static func strokes(_ events: [HearingEvent]) -> [Double] {
        events.compactMap { event in
            if case .onset(let onset) = event, onset.isAccepted { onset.frame } else { nil }
        }
    }
}
