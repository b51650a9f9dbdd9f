import ParlandoCore

/// Measures the speed at which a file is transcribed. The time during which the transcription is held up does not
/// count. Neither does the time before the first words, in which a model may have to be loaded.
struct FilePace {
    /// Minimum working time from which a speed is computed, in seconds.
    private static let shortest = 1.0

    /// The first position that was reached, in seconds of sound.
    private var start: Double?
    private var position = 0.0
    /// Seconds of work before `since`.
    private var worked = 0.0
    /// Time at which the current stretch of work began, or nil if no work is under way.
    private var since: HostTime?

    /// Records that a position was reached, in seconds of sound.
    mutating func reach(_ seconds: Double, at now: HostTime) {
        if start == nil {
            start = seconds
            since = now
        }
        position = seconds
    }

    /// Records that the work is held up, or that it continues.
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

    /// Returns the speed in seconds of sound per second of work, or nil if it is not known yet.
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
