import ParlandoCore

/// Detects whether the clock fit of a playback stream, which maps its frames to times, is stable. It has no side
/// effects.
///
/// On a busy sound server the first delay reports can be wrong by tens of milliseconds for some seconds. Playback
/// itself is not interrupted, so the stable clock fit also holds for earlier frames.
struct LineRest {
    /// Timeout in seconds for the clock fit to become stable.
    private static let patience = 30.0

    /// Whether the clock fit has been stable for long enough.
    private(set) var isReached = false
    /// Whether the timeout passed before the clock fit became stable.
    private(set) var isGivenUp = false

    private var watch = LeadWatch(listens: false)
    private var first: (map: TimeMap, time: HostTime)?

    /// Adopts a new clock fit. `now` must not be earlier than in the previous call.
    mutating func take(_ map: TimeMap, at now: HostTime) {
        let first = first ?? (map, now)
        self.first = first
        let second = now.seconds(since: first.time)
        watch.take(isPlayback: true, lead: (map.frame(at: now) - first.map.frame(at: now)) / map.rate, at: second)
        isReached = isReached || !isGivenUp && watch.agreement(at: second) != nil
        isGivenUp = !isReached && second >= Self.patience
    }
}
