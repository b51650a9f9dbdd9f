import ParlandoCore

/// What the clocks of both streams tell of the reports of each hundredth of a second, at 48 kHz.
struct MadeClocks {
    private static let rate = 48_000

    private var playback = StreamClock(nominalRate: rate)
    private var capture = StreamClock(nominalRate: rate)

    /// - Parameters:
    ///   - frame: captured frame that is reported.
    ///   - trueRate: captured frames in a second of the loudspeaker's clock.
    ///   - error: seconds that the loudspeaker's report is late by, so many seconds after the beginning.
    mutating func events(
        at frame: Int, trueRate: Double = Double(rate), error: (Double) -> Double
    ) -> [TransportEvent] {
        let second = Double(frame) / trueRate
        let now = HostTime(nanoseconds: 1_000_000_000).advanced(by: second)
        playback.take(frame: (second - error(second)) * Double(Self.rate), at: now)
        capture.take(frame: Double(frame), at: now)
        return (playback.nextMap().map { [.playback($0)] } ?? []) + (capture.nextMap().map { [.capture($0)] } ?? [])
    }
}
