import ParlandoCore

/// Measures how fast a file is transcribed. The time in which the transcription is held up does not count, nor does the
/// time before the first words, in which a model may have to be loaded.
struct FilePace {
    /// Shortest time from which a speed is computed, in seconds.
    private static let shortest = 1.0

    /// The first position that was reached, in seconds of sound.
    private var start: Double?
    private var position = 0.0
    /// Seconds of work before `since`.
    private var worked = 0.0
    /// Time from which on the present stretch of work counts; nil while there is none.
    private var since: HostTime?

    /// Records that a position was reached, in seconds of sound.
    mutating func reach(_ seconds: Double, at now: HostTime) {
        if start == nil {
            start = seconds
            since = now
        }
        position = seconds
    }

    /// Records that the work is held up, or goes on.
    mutating func hold(_ isHeldUp: Bool, at now: HostTime) {
        guard start != nil else {
            return
        }
        if isHeldUp {
            worked = time(at: now)
            since = nil
        } else if since == nil {
            since = now
        }
    }

    /// Returns the seconds of sound that are transcribed in one second, or nil if that cannot be told yet.
    func speed(at now: HostTime) -> Double? {
        guard let start, position > start, time(at: now) >= Self.shortest else {
            return nil
        }
        return (position - start) / time(at: now)
    }

    private func time(at now: HostTime) -> Double {
        worked + (since.map { now.seconds(since: $0) } ?? 0)
    }
}
