import Foundation

/// Waveforms of the metronome at full volume, mono, full scale ±1.
///
/// Each begins at its crest: the first sample carries the attack, so a click is exactly at its frame, for ear and
/// measurement. A click and a guide tone together stay within full scale.
public enum ClickSound {
    private struct Partial {
        /// In Hz.
        let frequency: Double
        /// Peak amplitude.
        let level: Double
        /// Time constant: seconds until 1/e.
        let decay: Double
    }

    /// In seconds. Shorter than the shortest beat (200 ms at 300 BPM).
    private static let clickSeconds = 0.06
    /// In seconds. Shorter than the shortest distance of two clicks (50 ms).
    private static let softSeconds = 0.03
    /// In seconds. At most two overlap, even as sixteenths at 300 BPM, 50 ms apart.
    private static let guideSeconds = 0.08
    /// Part of each sound over which it fades out; cut off, it would end with another click.
    private static let fadeShare = 0.25

    // Similar to two wood blocks a fourth apart, with the touch of the stick on top.
    private static let accented = [
        Partial(frequency: 1760, level: 0.45, decay: 0.012), Partial(frequency: 4700, level: 0.3, decay: 0.003),
    ]
    private static let plain = [
        Partial(frequency: 1320, level: 0.35, decay: 0.012), Partial(frequency: 3500, level: 0.2, decay: 0.003),
    ]
    private static let soft = [
        Partial(frequency: 1050, level: 0.15, decay: 0.008), Partial(frequency: 3000, level: 0.08, decay: 0.002),
    ]
    // Low and round, unlike the click.
    private static let guide = [Partial(frequency: 660, level: 0.25, decay: 0.03)]

    /// A click on a beat.
    public static func samples(rate: Int, accented isAccented: Bool) -> [Float] {
        sound(isAccented ? accented : plain, seconds: clickSeconds, rate: rate)
    }

    /// The soft click between two beats.
    public static func softSamples(rate: Int) -> [Float] {
        sound(soft, seconds: softSeconds, rate: rate)
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
