import Foundation
import Testing

@testable import ParlandoSignal

@Suite struct PitchShiftTests {
    private static let rate = 22_050

    /// A voiced sound: a fundamental of 120 Hz with overtones that decay.
    private static let voiced = (0..<(2 * rate)).map { index in
        (1...8).reduce(Float(0)) { sum, overtone in
            let phase = 2 * Double.pi * 120 * Double(overtone) * Double(index) / Double(rate)
            return sum + Float(sin(phase)) / Float(overtone) * 0.2
        }
    }

    @Test(arguments: [-12.0, -7, -3, -1, 1, 3, 7, 12, 20, -20])
    func thePitchChangesByTheSemitonesAndTheDurationDoesNot(semitones: Double) {
        let shifted = PitchShift.shift(Self.voiced, semitones: semitones, rate: Self.rate)
        #expect(shifted.count == Self.voiced.count)
        let wanted = 120 * pow(2, semitones / 12)
        let found = Self.pitch(of: Array(shifted[Self.rate / 2..<Self.rate / 2 + 8192]), near: wanted)
        #expect(abs(12 * log2(found / wanted)) < 0.3, "\(found) Hz instead of \(wanted)")
        #expect(shifted.allSatisfy { abs($0) < 1.5 })
    }

    @Test func noChangeLeavesEverySampleAsItIs() {
        #expect(PitchShift.shift(Self.voiced, semitones: 0, rate: Self.rate) == Self.voiced)
    }

    @Test(arguments: [0, 1, 2, 300, 661, 662, 1500])
    func shortSoundsKeepTheirLength(count: Int) {
        let sound = Array(Self.voiced.prefix(count))
        for semitones in [-20.0, -1, 1, 20, .nan, .infinity] {
            #expect(PitchShift.shift(sound, semitones: semitones, rate: Self.rate).count == count)
        }
    }

    /// The frequency of the highest peak of the autocorrelation within two semitones.
    private static func pitch(of sound: [Float], near wanted: Double) -> Double {
        let periods = stride(from: Double(rate) / wanted / 1.12, through: Double(rate) / wanted * 1.12, by: 0.25)
        let best = periods.max { likeness(of: sound, lag: $0) < likeness(of: sound, lag: $1) }
        return Double(rate) / (best ?? 1)
    }

    private static func likeness(of sound: [Float], lag: Double) -> Float {
        let whole = Int(lag)
        let rest = Float(lag - Double(whole))
        return (0..<(sound.count - whole - 2)).reduce(0) { sum, index in
            sum + sound[index] * (sound[index + whole] * (1 - rest) + sound[index + whole + 1] * rest)
        }
    }
}
