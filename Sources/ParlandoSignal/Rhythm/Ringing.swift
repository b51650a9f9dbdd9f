import Foundation

/// The prediction residual of a ringing low note: what its sound one period ago does not foretell.
///
/// A ringing sound decays, so anything louder than one period ago is new, even if the envelope does not rise. The
/// period is the lag with the largest normalised autocorrelation, as in the pitch predictors of speech coding (B. S.
/// Atal, "Predictive Coding of Speech at Low Bit Rates", IEEE Transactions on Communications 30(4), 1982). Processing
/// allocates nothing.
struct Ringing {
    /// Frames per sample. The resulting rate of 4 kHz has the loudest partials of low notes.
    private static let step = 12
    private static let samplesPerHop = HearingSettings.hop / step
    /// In samples: 64 ms.
    private static let reach = 256
    /// In samples: 30 ms.
    private static let window = 120
    /// Shortest period: 4 ms.
    private static let shortest = 16
    /// Longest period: 26 ms, or 38 Hz.
    private static let longest = 104
    /// Shortest period of a low note: 10 ms. Higher notes do not fall silent within a period, so their envelope is
    /// sufficient.
    private static let low = 40
    /// The prediction is their maximum, because notes are not exactly periodic.
    private static let slack = 3
    /// Far below 1 because notes are damped.
    private static let similarity: Float = 0.6
    /// Fraction of the maximum at which a shorter lag is the period, because its multiples correlate too.
    private static let rival: Float = 0.92
    /// Over the prediction.
    private static let margin: Float = 1.1

    private var samples = [Float](repeating: 0, count: Ringing.reach)
    /// How much louder each sample is than predicted; negative if it is softer.
    private var residual = [Float](repeating: 0, count: Ringing.reach)
    /// Of the sound that rang before each sample; 0 if none did.
    private var periods = [Int](repeating: 0, count: Ringing.reach)
    private var similarities = [Float](repeating: 0, count: Ringing.longest + 1)
    private var filter = HighPass(frequency: 25, rate: Double(HearingSettings.rate))
    private var lastSum: Float = 0
    private var end = 0

    mutating func listen(to sound: SoundHistory, until end: Int) {
        while self.end < end {
            take(sound)
        }
    }

    /// Peak residual of the last hops, whether or not a note rang before.
    func residual(in hops: Int) -> Float {
        residual[first(of: hops)...].reduce(0, max)
    }

    /// Peak residual of the last hops where a low note rang before.
    func lowNoteResidual(in hops: Int) -> Float {
        (first(of: hops)..<Self.reach).reduce(0) { periods[$1] >= Self.low ? max($0, residual[$1]) : $0 }
    }

    /// First frame at which the residual exceeds `height` beside a low note. Nil if there is none.
    func beginning(in hops: Int, above height: Float) -> Int? {
        let found = (first(of: hops)..<Self.reach).first { periods[$0] > 0 && residual[$0] > height }
        return found.flatMap { periods[$0] >= Self.low ? end - (Self.reach - $0) * Self.step : nil }
    }

    private func first(of hops: Int) -> Int {
        max(0, Self.reach - hops * Self.samplesPerHop)
    }

    private mutating func take(_ sound: SoundHistory) {
        let newest = Self.reach - Self.samplesPerHop
        for index in 0..<newest {
            samples[index] = samples[index + Self.samplesPerHop]
            residual[index] = residual[index + Self.samplesPerHop]
            periods[index] = periods[index + Self.samplesPerHop]
        }
        let (lag, isRinging) = period(before: newest)
        for index in newest..<Self.reach {
            samples[index] = nextSample(sound)
            residual[index] = abs(samples[index]) - Self.margin * foretold(at: index, lag)
            periods[index] = isRinging ? lag : 0
        }
    }

    /// The mean of twice as many frames as a sample covers, which removes most of what 4 kHz cannot represent.
    private mutating func nextSample(_ sound: SoundHistory) -> Float {
        var sum: Float = 0
        for frame in end..<end + Self.step {
            sum += filter.next(sound[frame])
        }
        end += Self.step
        defer { lastSum = sum }
        return (sum + lastSum) / Float(2 * Self.step)
    }

    private func foretold(at index: Int, _ lag: Int) -> Float {
        var loudest: Float = 0
        for earlier in index - lag - Self.slack...index - lag + Self.slack {
            loudest = max(loudest, abs(samples[earlier]))
        }
        return loudest
    }

    private mutating func period(before last: Int) -> (lag: Int, isRinging: Bool) {
        let start = last - Self.window
        let best = samples.withUnsafeBytes { sound in
            similarities.withUnsafeMutableBufferPointer { Self.compare(sound, start, into: $0) }
        }
        let lag = (Self.shortest + 1..<Self.longest).first { lag in
            let similarity = similarities[lag]
            return similarity >= Self.rival * best && similarity >= similarities[lag - 1]
                && similarity >= similarities[lag + 1]
        }
        return (lag ?? Self.longest, best >= Self.similarity)
    }

    /// Of the window beginning at `start` with earlier ones. Returns the largest value.
    private static func compare(
        _ sound: UnsafeRawBufferPointer, _ start: Int, into similarities: UnsafeMutableBufferPointer<Float>
    ) -> Float {
        let own = product(sound, start, start)
        var best: Float = 0
        for lag in shortest...longest {
            let power = own * product(sound, start - lag, start - lag)
            similarities[lag] = power > 0 ? product(sound, start, start - lag) / power.squareRoot() : 0
            best = max(best, similarities[lag])
        }
        return best
    }

    private static func product(_ sound: UnsafeRawBufferPointer, _ first: Int, _ second: Int) -> Float {
        let size = MemoryLayout<Float>.size
        var sum = SIMD8<Float>()
        for index in stride(from: 0, to: window, by: 8) {
            let one = sound.loadUnaligned(fromByteOffset: (first + index) * size, as: SIMD8<Float>.self)
            let other = sound.loadUnaligned(fromByteOffset: (second + index) * size, as: SIMD8<Float>.self)
            sum += one * other
        }
        return sum.sum()
    }
}
