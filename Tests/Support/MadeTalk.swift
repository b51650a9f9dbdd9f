import Foundation
import ParlandoCore
import ParlandoSignal

/// Synthetic sound like speech, without words: syllables of a voice with formants, and hisses, with pauses between.
public enum MadeTalk {
    /// - Parameters:
    ///   - seconds: duration.
    ///   - level: root mean square of what is spoken.
    ///   - seed: the same seed gives the same sound; another one, another voice.
    public static func talk(seconds: Double, level: Float = 0.05, seed: UInt64) -> [Float] {
        var chance = SplitMix(seed: seed)
        let count = Int(seconds * Double(AudioBlock.sampleRate))
        let voice = Double.random(in: 90...220, using: &chance)
        var sound: [Float] = []
        while sound.count < count {
            let length = Int.random(in: 1500...4500, using: &chance)
            sound += unit(syllable(length, voice: voice, &chance)).map { $0 * level }
            let pause = Int.random(in: 0..<5, using: &chance) == 0 ? 6000 : 400
            sound += [Float](repeating: 0, count: pause)
        }
        return Array(sound.prefix(count))
    }

    private static func syllable(_ length: Int, voice: Double, _ chance: inout SplitMix) -> [Float] {
        let formants = [
            Double.random(in: 300...800, using: &chance), .random(in: 900...2300, using: &chance),
            .random(in: 2400...3500, using: &chance),
        ]
        let glide = Double.random(in: -0.2...0.2, using: &chance)
        let isHiss = Int.random(in: 0..<4, using: &chance) == 0
        let harmonics = (1...Int(4000 / voice)).map { number in
            let hertz = Double(number) * voice
            return formants.reduce(0) { $0 + 1 / (1 + pow((hertz - $1) / 120, 2)) } / Double(number).squareRoot()
        }
        var (phase, last) = (0.0, 0.0)
        return (0..<length).map { sample in
            let part = Double(sample) / Double(length)
            phase += 2 * Double.pi * voice * (1 + glide * part) / Double(AudioBlock.sampleRate)
            let noise = Double.random(in: -1...1, using: &chance)
            defer { last = noise }
            let tone = harmonics.enumerated().reduce(0.02 * noise) { sum, harmonic in
                sum + harmonic.element * sin(phase * Double(harmonic.offset + 1))
            }
            return Float((isHiss ? noise - last : tone) * sin(Double.pi * part).squareRoot())
        }
    }

    private static func unit(_ sound: [Float]) -> [Float] {
        let scale = 1 / max(rms(sound), 1e-9)
        return sound.map { $0 * scale }
    }

    /// Root mean square.
    public static func rms(_ sound: some Sequence<Float>) -> Float {
        var (sum, count): (Float, Float) = (0, 0)
        for sample in sound {
            sum += sample * sample
            count += 1
        }
        return (sum / max(count, 1)).squareRoot()
    }

    /// What a microphone hears of a sound in a room, as loud as the sound; nil if there is too little memory.
    ///
    /// - Parameters:
    ///   - delay: of the first arrival, in samples.
    ///   - decay: the reverberation time (−60 dB) in seconds.
    public static func heard(_ sound: [Float], delay: Int, decay: Double, seed: UInt64 = 1) -> [Float]? {
        var chance = SplitMix(seed: seed)
        let length = Int(decay * Double(AudioBlock.sampleRate))
        guard let transform = FourierTransform(size: (sound.count + delay + length) / 1024 * 1024 + 1024) else {
            return nil
        }
        func spectrum(_ samples: [Float]) -> [Float] {
            for index in transform.samples.indices {
                transform.samples[index] = index < samples.count ? samples[index] : 0
            }
            transform.forward()
            return Array(transform.spectrum)
        }
        let response = (0..<length).map { index in
            let echo = Float.random(in: -1...1, using: &chance) * pow(10, -3 * Float(index) / Float(length))
            return index == 0 ? 1 : 0.12 * echo
        }
        let (first, second) = (spectrum(sound), spectrum([Float](repeating: 0, count: delay) + response))
        for index in stride(from: 0, to: first.count, by: 2) {
            transform.spectrum[index] = first[index] * second[index] - first[index + 1] * second[index + 1]
            transform.spectrum[index + 1] = first[index] * second[index + 1] + first[index + 1] * second[index]
        }
        transform.inverse()
        let result = Array(transform.samples.prefix(sound.count))
        let scale = rms(sound) / max(rms(result), 1e-9)
        return result.map { $0 * scale }
    }
}
