import ParlandoCore

/// Detects when nobody has spoken for a given time. Counts seconds of recognised sound rather than wall-clock time, so
/// neither a pause nor sound that waits for a model to load counts as silence.
struct SilenceClock {
    /// Maximum number of seconds without speech, or nil if there is no limit.
    let limit: Double?
    private var quietSince = 0.0

    init(limit: Int?) {
        self.limit = limit.map(Double.init)
    }

    /// Records recognised words. Silence is counted from the end of the last word.
    mutating func hear(_ words: [Word]) {
        if let last = words.last {
            hear(until: last.end)
        }
    }

    /// Records that there was speech up to this time, in seconds from the start of the session.
    mutating func hear(until seconds: Double) {
        quietSince = max(quietSince, seconds)
    }

    /// Restarts the count of silence at this time, in seconds from the start of the session.
    mutating func restart(at seconds: Double) {
        hear(until: seconds)
    }

    /// Returns whether the limit is reached, given that the sound up to `seconds` has been recognised.
    func isOver(at seconds: Double) -> Bool {
        guard let limit else {
            return false
        }
        return seconds - quietSince >= limit
    }
}
