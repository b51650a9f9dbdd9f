import ParlandoCore

/// Tells whether the line of a playback stream has come to rest. Pure.
///
/// The first reports of a busy sound server may be wrong by tens of milliseconds, and for some seconds. The sound goes on
/// whole meanwhile, so what the line says at rest is true of earlier frames as well.
struct LineRest {
    /// Seconds after which it is not waited for any more.
    private static let patience = 30.0

    /// Whether it has stood still for long enough.
    private(set) var isReached = false
    /// Whether it has not, and is not waited for any more.
    private(set) var isGivenUp = false

    private var watch = LeadWatch(listens: false)
    private var first: (map: TimeMap, time: HostTime)?

    /// Takes a new line. Moments must not go back.
    mutating func take(_ map: TimeMap, at now: HostTime) {
        let first = first ?? (map, now)
        self.first = first
        let second = now.seconds(since: first.time)
        watch.take(isPlayback: true, lead: (map.frame(at: now) - first.map.frame(at: now)) / map.rate, at: second)
        isReached = isReached || !isGivenUp && watch.agreement(at: second) != nil
        isGivenUp = !isReached && second >= Self.patience
    }
}
