import ParlandoCore

/// The chances of one input: the same on every machine, for each seed.
struct RandomNumbers: RandomNumberGenerator {
    private var numbers: SplitMix

    init(seed: UInt64) {
        numbers = SplitMix(seed: seed)
    }

    mutating func next() -> UInt64 {
        numbers.next()
    }

    /// A whole number below a bound, which is at least 1.
    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(max(1, bound)))
    }

    /// One of several, of which there is at least one.
    mutating func one<Element>(of choices: [Element]) -> Element {
        choices[below(choices.count)]
    }
}
