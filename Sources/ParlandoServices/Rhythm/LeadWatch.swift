import ParlandoCore

/// By how much the reference runs ahead of the lines, and whether these stand still. Pure.
///
/// The reference keeps the position that the first lines gave it. When the later ones say something else, all that is
/// measured against it is off by as much; while they move, nobody knows by how much.
struct LeadWatch {
    /// What the lines agree on.
    struct Agreement: Equatable {
        /// In seconds.
        let lead: Double
        /// Largest minus smallest, in seconds.
        let spread: Double
    }

    /// Seconds for which the lines have to stand still: as long as PulseAudio smooths what it reports.
    private static let span = 5.0
    /// Seconds by which they may move meanwhile; two good crystals move by half a millisecond. What PulseAudio reports was
    /// seen to be off by one to three times what it moved by, and moves by nearly half a millisecond when all is quiet.
    private static let largestMove = 0.00075
    /// Lines of each stream that have to be told meanwhile: one a second, and a doubtful one is not told.
    private static let fewest = 4
    /// Seconds since the last of them.
    private static let freshness = 2.0

    private let listens: Bool
    private var begin: Double?
    private var leads: [(second: Double, seconds: Double)] = []
    private var playback: [Double] = []
    private var capture: [Double] = []

    /// - Parameter listens: whether there is a line of the microphone as well.
    init(listens: Bool) {
        self.listens = listens
    }

    /// Takes note of a new line.
    ///
    /// - Parameters:
    ///   - lead: seconds, by the lines as they are now; nil: there is no reference yet.
    ///   - second: when, on any clock that goes on while lines are due.
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

    /// Nil: they do not agree, or have not for long enough.
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
