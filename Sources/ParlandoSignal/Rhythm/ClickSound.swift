import Foundation
public import ParlandoCore

/// Waveforms of the metronome at full volume, mono, full scale ±1.
///
/// Each begins at its crest: the first sample carries the attack, so a click is exactly at its frame, for ear and
/// measurement. A click and a guide tone together stay within full scale.
public enum ClickSound {
    /// In Hz, as a peak amplitude, and in seconds until 1/e.
    private typealias Partial = (frequency: Double, level: Double, decay: Double)

    /// In seconds. Shorter than the shortest beat (200 ms at 300 BPM).
    private static let clickSeconds = 0.06
    /// In seconds. At most two overlap, even as swung sixteenths at 300 BPM, 25 ms apart.
    private static let softSeconds = 0.03
    /// In seconds. At most two overlap, even as sixteenths at 300 BPM, 50 ms apart.
    private static let guideSeconds = 0.08
    /// Part of each sound over which it fades out; cut off, it would end with another click.
    private static let fadeShare = 0.25

    /// Peak amplitude of a spoken number; with a soft click and a guide tone it stays within full scale.
    private static let spokenLevel: Float = 0.5
    /// Amplitude at which a number begins and ends, as a fraction of its peak.
    private static let spokenEdge: Float = 0.05

    /// All have a part above 450 Hz, by which `ClickRemover` knows them, and a sharp beginning.
    private static func partials(_ voice: ClickVoice, _ stress: BeatStress) -> [Partial] {
        switch (voice, stress) {
        case (.beep, .accented): [(1976, 0.5, 0.03), (5200, 0.2, 0.002)]
        case (.beep, .plain): [(988, 0.35, 0.03), (3900, 0.15, 0.002)]
        case (.beep, _): [(988, 0.15, 0.01), (3900, 0.06, 0.002)]
        case (.drum, .accented): [(587, 0.4, 0.02), (1480, 0.1, 0.008), (3100, 0.23, 0.003)]
        case (.drum, .plain): [(494, 0.3, 0.02), (1240, 0.08, 0.008), (2600, 0.17, 0.003)]
        case (.drum, _): [(660, 0.15, 0.01), (2400, 0.06, 0.002)]
        // Similar to two wood blocks a fourth apart, with the touch of the stick on top.
        case (_, .accented): [(1760, 0.45, 0.012), (4700, 0.3, 0.003)]
        case (_, .plain): [(1320, 0.35, 0.012), (3500, 0.2, 0.003)]
        default: [(1050, 0.15, 0.008), (3000, 0.08, 0.002)]
        }
    }

    // Low and round, unlike the click.
    private static let guide: [Partial] = [(660, 0.25, 0.03)]

    /// A click on a beat.
    public static func samples(rate: Int, accented isAccented: Bool, voice: ClickVoice = .wood) -> [Float] {
        sound(partials(voice, isAccented ? .accented : .plain), seconds: clickSeconds, rate: rate)
    }

    /// The soft click between two beats.
    public static func softSamples(rate: Int, voice: ClickVoice = .wood) -> [Float] {
        sound(partials(voice, .soft), seconds: softSeconds, rate: rate)
    }

    /// A number as it is counted aloud: without silence around it, and always as loud. Empty if nothing is heard.
    public static func spoken(_ sound: SpokenSound, rate: Int) -> [Float] {
        guard let resampler = Resampler(rate: sound.rate, channels: 1, to: rate) else {
            return []
        }
        let samples = sound.samples.withUnsafeBufferPointer { resampler.process($0) } + resampler.finish()
        let peak = samples.reduce(0) { max($0, abs($1)) }
        guard let first = samples.firstIndex(where: { abs($0) > spokenEdge * peak }),
            let last = samples.lastIndex(where: { abs($0) > spokenEdge * peak })
        else {
            return []
        }
        return samples[first...last].map { $0 / peak * spokenLevel }
    }

    /// A guide tone.
    public static func guideSamples(rate: Int) -> [Float] {
        sound(guide, seconds: guideSeconds, rate: rate)
    }

    private static func sound(_ partials: [Partial], seconds: Double, rate: Int) -> [Float] {
        let count = Int(seconds * Double(rate))
        // A partial above half the sample rate would be aliased to another tone.
        let audible = partials.filter { $0.frequency < Double(rate) / 2 }
        return (0..<count).map { index in
            let time = Double(index) / Double(rate)
            let value = audible.reduce(0.0) { sum, partial in
                sum + partial.level * exp(-time / partial.decay) * cos(2 * .pi * partial.frequency * time)
            }
            let left = Double(count - index) / (Double(count) * fadeShare)
            return Float(value * min(1, left))
        }
    }
}
