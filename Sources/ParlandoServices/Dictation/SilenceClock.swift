import ParlandoCore

/// Tells when nobody has spoken for too long. Counts seconds of sound that has been looked at, not of the wall: sound
/// that waits for a model is no silence, and neither is a pause.
struct SilenceClock {
    /// Seconds without speech, nil: never.
    let limit: Double?
    private var quietSince = 0.0

    init(limit: Int?) {
        self.limit = limit.map(Double.init)
    }

    /// Somebody spoke.
    mutating func hear(_ words: [Word]) {
        if let last = words.last {
            hear(until: last.end)
        }
    }

    /// Somebody spoke up to then, in seconds after the start of the session.
    mutating func hear(until seconds: Double) {
        quietSince = max(quietSince, seconds)
    }

    /// Begins to count anew, `seconds` after the start of the session.
    mutating func restart(at seconds: Double) {
        hear(until: seconds)
    }

    /// Whether the silence is too long now that the sound up to `seconds` has been looked at.
    func isOver(at seconds: Double) -> Bool {
        guard let limit else {
            return false
        }
        return seconds - quietSince >= limit
    }
}
