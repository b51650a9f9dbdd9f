import ParlandoCore

/// Measures the speed at which a file is transcribed. Time during which transcription waits for a dictation does not
/// count, nor does the time before the first words, in which a model may have to be loaded.
struct FilePace {
    /// Minimum working time, in seconds, at which a speed is computed.
    private static let shortest = 1.0

    /// First reported position in the file, in seconds; nil if none has been reported.
    private var start: Double?
    private var position = 0.0
    /// Duration of the work so far, in seconds, without the current stretch of work (see `since`).
    private var worked = 0.0
    /// Time at which the current stretch of work began; nil while transcription waits or has not begun.
    private var since: HostTime?

    /// Records that the file has been transcribed up to a position, in seconds.
    mutating func reach(_ seconds: Double, at now: HostTime) {
        if start == nil {
            start = seconds
            since = now
        }
        position = seconds
    }

    /// Records that transcription has to wait (`isHeldUp` is true), or that it continues.
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

    /// Returns the speed, in seconds of sound per second of work; nil if it is not known yet.
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
