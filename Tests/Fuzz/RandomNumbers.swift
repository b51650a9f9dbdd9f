import ParlandoCore

/// Random number generator for one input. Each seed gives the same numbers on every machine.
struct RandomNumbers: RandomNumberGenerator {
    private var numbers: SplitMix

    init(seed: UInt64) {
        numbers = SplitMix(seed: seed)
    }

    mutating func next() -> UInt64 {
        numbers.next()
    }

    /// Returns a random integer from 0 up to but not including a bound, which must be at least 1.
    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(max(1, bound)))
    }

    /// Returns a random element of an array, which must not be empty.
    mutating func one<Element>(of choices: [Element]) -> Element {
        choices[below(choices.count)]
    }
}
