import ParlandoCore

/// What the clocks of both streams tell of the reports of each hundredth of a second.
struct MadeClocks {
    private let rate: Int
    private var playback: StreamClock
    private var capture: StreamClock

    init(rate: Int = 48_000) {
        self.rate = rate
        playback = StreamClock(nominalRate: rate)
        capture = StreamClock(nominalRate: rate)
    }

    /// - Parameters:
    ///   - frame: captured frame that is reported.
    ///   - trueRate: captured frames in a second of the loudspeaker's clock; nil: as many as played.
    ///   - error: seconds that the loudspeaker's report is late by, so many seconds after the beginning.
    mutating func events(
        at frame: Int, trueRate: Double? = nil, error: (Double) -> Double
    ) -> [TransportEvent] {
        let second = Double(frame) / (trueRate ?? Double(rate))
        let now = HostTime(nanoseconds: 1_000_000_000).advanced(by: second)
        playback.take(frame: (second - error(second)) * Double(rate), at: now)
        capture.take(frame: Double(frame), at: now)
        return (playback.nextMap().map { [.playback($0)] } ?? []) + (capture.nextMap().map { [.capture($0)] } ?? [])
    }
}
