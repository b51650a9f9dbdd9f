import Foundation

/// Tells what a low note that rings on does not foretell.
///
/// What rings repeats itself and fades: about a period ago it was at least as loud. What is louder than that is new, also
/// where the new note is the softer one and no envelope rises. The period is where the sound is most like itself, as in
/// the pitch predictors of speech coding (B. S. Atal, "Predictive Coding of Speech at Low Bit Rates", IEEE Transactions on
/// Communications 30(4), 1982). Nothing is allocated while it listens.
struct Ringing {
    /// Frames to a sample of this: 4 kHz hold the loudest partials of low notes.
    private static let step = 12
    private static let samplesPerHop = HearingSettings.hop / step
    /// Samples that are kept, 64 ms.
    private static let reach = 256
    /// Samples that are looked for a period ago, 30 ms.
    private static let window = 120
    /// Samples of the shortest period, 4 ms…
    private static let shortest = 16
    /// …and of the longest, 26 ms: 38 Hz.
    private static let longest = 104
    /// Samples of the shortest period of a low note, 10 ms: others do not fall silent within a period, so that their
    /// envelope tells enough.
    private static let low = 40
    /// Samples about a period ago of which the loudest foretells: notes are not quite periodic.
    private static let slack = 3
    /// How like itself a period ago, 0…1, what rings is. Damping changes a note more than it seems.
    private static let likeness: Float = 0.6
    /// How like itself at a shorter lag, as a share of the best, is enough for the period: so are all its multiples.
    private static let rival: Float = 0.92
    /// How much louder than foretold is not new yet.
    private static let margin: Float = 1.1

    private var samples = [Float](repeating: 0, count: Ringing.reach)
    /// Amplitude of each sample beyond what was foretold; negative where it is less.
    private var newness = [Float](repeating: 0, count: Ringing.reach)
    /// Period of what rang before each sample; 0: nothing did.
    private var periods = [Int](repeating: 0, count: Ringing.reach)
    private var likenesses = [Float](repeating: 0, count: Ringing.longest + 1)
    private var filter = HighPass(frequency: 25, rate: Double(HearingSettings.rate))
    private var lastSum: Float = 0
    /// Frame after the newest sample.
    private var end = 0

    /// Follows the sound for the hop that ends before frame `end`.
    mutating func listen(to sound: SoundHistory, until end: Int) {
        while self.end < end {
            take(sound)
        }
    }

    /// Largest amplitude of the last hops that was not foretold, whatever sounded before.
    func newness(in hops: Int) -> Float {
        newness[first(of: hops)...].reduce(0, max)
    }

    /// The same where a low note rang before.
    func newnessBesideLowNote(in hops: Int) -> Float {
        newnessBesideLowNote(of: first(of: hops)..<Self.reach)
    }

    /// The same in a range of frames, as far as they are kept.
    func newnessBesideLowNote(in frames: Range<Int>) -> Float {
        let (first, last) = (index(of: frames.lowerBound), index(of: frames.upperBound))
        return newnessBesideLowNote(of: first..<max(first, last))
    }

    private func newnessBesideLowNote(of samples: Range<Int>) -> Float {
        samples.reduce(0) { periods[$1] >= Self.low ? max($0, newness[$1]) : $0 }
    }

    /// Frame of the last hops in which something louder than `height` that was not foretold begins beside a low note;
    /// nil: nothing does, or it was no low note that rang.
    func beginning(in hops: Int, above height: Float) -> Int? {
        let found = (first(of: hops)..<Self.reach).first { periods[$0] > 0 && newness[$0] > height }
        return found.flatMap { periods[$0] >= Self.low ? end - (Self.reach - $0) * Self.step : nil }
    }

    private func index(of frame: Int) -> Int {
        min(max(0, Self.reach - (end - frame) / Self.step), Self.reach)
    }

    private func first(of hops: Int) -> Int {
        max(0, Self.reach - hops * Self.samplesPerHop)
    }

    /// Takes in the next hop.
    private mutating func take(_ sound: SoundHistory) {
        let newest = Self.reach - Self.samplesPerHop
        for index in 0..<newest {
            samples[index] = samples[index + Self.samplesPerHop]
            newness[index] = newness[index + Self.samplesPerHop]
            periods[index] = periods[index + Self.samplesPerHop]
        }
        let (lag, isRinging) = period(before: newest)
        for index in newest..<Self.reach {
            samples[index] = nextSample(sound)
            newness[index] = abs(samples[index]) - Self.margin * foretold(at: index, lag)
            periods[index] = isRinging ? lag : 0
        }
    }

    /// The mean of twice as many frames as a sample has: most of what 4 kHz cannot hold is gone.
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

    /// At how many samples' lag what ends before `last` repeats itself best, and whether well enough to ring.
    private mutating func period(before last: Int) -> (lag: Int, isRinging: Bool) {
        let start = last - Self.window
        let best = samples.withUnsafeBytes { sound in
            likenesses.withUnsafeMutableBufferPointer { Self.compare(sound, start, into: $0) }
        }
        let lag = (Self.shortest + 1..<Self.longest).first { lag in
            let likeness = likenesses[lag]
            return likeness >= Self.rival * best && likeness >= likenesses[lag - 1] && likeness >= likenesses[lag + 1]
        }
        return (lag ?? Self.longest, best >= Self.likeness)
    }

    /// Cosine between the window that begins at a sample and those before, by their lag; returns the largest.
    private static func compare(
        _ sound: UnsafeRawBufferPointer, _ start: Int, into likenesses: UnsafeMutableBufferPointer<Float>
    ) -> Float {
        let own = product(sound, start, start)
        var best: Float = 0
        for lag in shortest...longest {
            let power = own * product(sound, start - lag, start - lag)
            likenesses[lag] = power > 0 ? product(sound, start, start - lag) / power.squareRoot() : 0
            best = max(best, likenesses[lag])
        }
        return best
    }

    /// Sum over the window of the products of the samples from two on.
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
