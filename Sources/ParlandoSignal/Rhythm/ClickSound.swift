import Foundation

/// The sounds of the metronome at full volume. Pure.
///
/// Each begins at its crest: the very first sample carries the attack, so a click is where its frame is, for the ear
/// and for a measurement. Click and guide tone together stay within full scale.
public enum ClickSound {
    /// A decaying partial of a sound.
    private struct Partial {
        /// In Hz.
        let frequency: Double
        /// Height of the crest, full scale 1.
        let level: Double
        /// Seconds until it has fallen to 1/e.
        let decay: Double
    }

    /// Shorter than the shortest beat (375 ms at 160 BPM), so clicks never overlap.
    private static let clickSeconds = 0.06
    /// Shorter than the shortest note (a sixteenth at 160 BPM: 94 ms), so guide tones never overlap.
    private static let guideSeconds = 0.08
    /// The last part of each sound falls to zero: cut off, it would click again.
    private static let fadeShare = 0.25

    // Like two wood blocks a fourth apart, with a touch of the stick on top.
    private static let accented = [
        Partial(frequency: 1760, level: 0.45, decay: 0.012), Partial(frequency: 4700, level: 0.3, decay: 0.003),
    ]
    private static let plain = [
        Partial(frequency: 1320, level: 0.35, decay: 0.012), Partial(frequency: 3500, level: 0.2, decay: 0.003),
    ]
    // Low and round, to be told from the click at once.
    private static let guide = [Partial(frequency: 660, level: 0.25, decay: 0.03)]

    /// One click, mono, full scale ±1.
    ///
    /// - Parameter rate: in Hz.
    public static func samples(rate: Int, accented isAccented: Bool) -> [Float] {
        sound(isAccented ? accented : plain, seconds: clickSeconds, rate: rate)
    }

    /// One guide tone, mono, full scale ±1.
    ///
    /// - Parameter rate: in Hz.
    public static func guideSamples(rate: Int) -> [Float] {
        sound(guide, seconds: guideSeconds, rate: rate)
    }

    private static func sound(_ partials: [Partial], seconds: Double, rate: Int) -> [Float] {
        let count = Int(seconds * Double(rate))
        // A partial that this rate cannot carry would come out as another tone.
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
