import ParlandoCore

/// Tracks how far the reference signal (the sound that was played) is ahead of the position that the clock fits give,
/// and whether these fits are stable. It has no side effects.
///
/// The reference keeps the position that the first clock fits gave it. If later fits differ, every measurement against
/// the reference is wrong by the difference. While the fits keep changing, that difference is not known.
struct LeadWatch {
    /// The lead of the reference, measured while the clock fits were stable.
    struct Agreement: Equatable {
        /// Median lead of the reference, in seconds.
        let lead: Double
        /// Largest minus smallest lead, in seconds.
        let spread: Double
    }

    /// Seconds for which the clock fits must be stable. PulseAudio smooths its reports over the same time.
    private static let span = 5.0
    /// Maximum change of the lead within that time, in seconds; two good crystals drift by half a millisecond.
    /// PulseAudio's reports were found to be off by one to three times the amount by which they change, and they change
    /// by nearly half a millisecond on an idle computer.
    private static let largestMove = 0.00075
    /// Minimum number of clock fits that each stream must report within that time. There is one a second, but doubtful
    /// ones are not reported.
    private static let fewest = 4
    /// Maximum age of the latest clock fit, in seconds.
    private static let freshness = 2.0

    private let listens: Bool
    private var begin: Double?
    private var leads: [(second: Double, seconds: Double)] = []
    private var playback: [Double] = []
    private var capture: [Double] = []

    /// - Parameter listens: whether sound is captured too. The clock fits of the capture stream must then be stable as
    ///   well.
    init(listens: Bool) {
        self.listens = listens
    }

    /// Records a new clock fit.
    ///
    /// - Parameters:
    ///   - lead: seconds by which the reference is ahead of the current clock fits, or nil if there is no reference
    ///     yet.
    ///   - second: time of the fit in seconds, by any clock that runs while fits are due.
    mutating func take(isPlayback: Bool, lead: Double?, at second: Double) {
        if isPlayback {
            playback.append(second)
        } else {
            capture.append(second)
        }
        if let lead {
            begin = begin ?? second
            leads.append((second, lead))
        }
    }

    /// Returns the lead and its spread, or nil if the clock fits have not been stable for long enough.
    mutating func agreement(at second: Double) -> Agreement? {
        let begin = second - Self.span
        leads.removeAll { $0.second < begin }
        playback.removeAll { $0 < begin }
        capture.removeAll { $0 < begin }
        let told = leads.map(\.seconds)
        guard second - (self.begin ?? second) >= Self.span, isTold(playback, at: second),
            !listens || isTold(capture, at: second),
            let least = told.min(), let most = told.max(), let median = told.median, most - least <= Self.largestMove
        else {
            return nil
        }
        return Agreement(lead: median, spread: most - least)
    }

    private func isTold(_ lines: [Double], at second: Double) -> Bool {
        lines.count >= Self.fewest && second - (lines.last ?? 0) <= Self.freshness
    }
}
