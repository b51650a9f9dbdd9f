/// The rule that tells which arrival of a sound at the microphone is the direct one. Free of side effects.
///
/// The first arrival counts, not the loudest: a wall may give back more than reaches the microphone directly. It comes
/// up to 60 ms before the loudest one, has at least a quarter of its amplitude (−12 dB), and stands out from noise.
enum FirstArrival {
    /// Maximum seconds from the first arrival to the loudest.
    static let longestDetour = 0.06
    /// Minimum amplitude of the first arrival relative to the loudest.
    private static let leastShare: Float = 0.25
    /// Minimum ratio of its amplitude to the RMS of all sound.
    private static let clear: Float = 5
    /// Maximum number of arrivals that are told apart.
    private static let most = 32

    /// Returns the minimum amplitude of the first arrival.
    ///
    /// - Parameters:
    ///   - loudest: amplitude of the loudest arrival.
    ///   - noise: RMS of the sound that contains the arrivals.
    static func leastAmplitude(loudest: Float, noise: Float) -> Float {
        max(leastShare * abs(loudest), clear * noise)
    }

    /// Returns the index of the first arrival in an impulse response.
    ///
    /// A response that is known in a narrow band only ripples before and after each arrival. The ripples are therefore
    /// removed, one arrival after another, beginning with the loudest (the CLEAN algorithm; J. A. Högbom, Astronomy and
    /// Astrophysics Suppl. 15, 1974).
    ///
    /// - Parameters:
    ///   - response: the impulse response.
    ///   - ripple: response that would be found for a single arrival at index 0, which is symmetric. Its length is the
    ///     maximum distance from the loudest arrival.
    static func index(in response: some RandomAccessCollection<Float>, ripple: [Float]) -> Int {
        var rest = Array(response)
        guard let loudest = rest.loudest(in: rest.indices), let height = ripple.first, height > 0 else {
            return 0
        }
        let noise = (rest.reduce(0) { $0 + $1 * $1 } / Float(rest.count)).squareRoot()
        let least = leastAmplitude(loudest: rest[loudest], noise: noise)
        let reach = ripple.count - 1
        let nearby = max(loudest - reach, 0)..<min(loudest + reach + 1, rest.count)
        var first = loudest
        for _ in 0..<most {
            guard let next = rest.loudest(in: nearby), abs(rest[next]) >= least else {
                break
            }
            first = min(first, next)
            let scale = rest[next] / height
            for index in max(next - reach, nearby.lowerBound)..<min(next + reach + 1, nearby.upperBound) {
                rest[index] -= scale * ripple[abs(index - next)]
            }
        }
        return first
    }
}

extension [Float] {
    /// Returns the index of the value that is furthest from 0; nil if there is none.
    fileprivate func loudest(in range: Range<Int>) -> Int? {
        range.max { abs(self[$0]) < abs(self[$1]) }
    }
}
