import ParlandoCore
import ParlandoSignal

/// The clock fits of both streams during a calibration, and the latency that they give. It has no side effects.
///
/// Only the anchors of the fits are used: two fits that are published a second apart and have the nominal rates would
/// differ by a tenth of a millisecond between devices whose clocks differ by 100 ppm.
struct PassageClocks {
    private struct Fit {
        let map: TimeMap
        /// Seconds of captured sound when it was published.
        let second: Double
    }

    private var playback: [Fit] = []
    private var capture: [Fit] = []

    /// Adds a clock fit of the playback stream.
    ///
    /// - Parameter second: seconds of captured sound so far.
    mutating func take(playback map: TimeMap, at second: Double) {
        playback.append(Fit(map: map, second: second))
    }

    /// Adds a clock fit of the capture stream, like `take(playback:at:)`.
    mutating func take(capture map: TimeMap, at second: Double) {
        capture.append(Fit(map: map, second: second))
    }

    /// Returns whether a frame of the playback stream was due before the newest sound was captured; false while that is
    /// not known.
    func isOver(frame: Int) -> Bool {
        guard let played = playback.last?.map, let heard = capture.last?.map else {
            return false
        }
        return played.time(of: Double(frame)) <= heard.anchorTime
    }

    /// Returns the latency and its spread, in seconds, or nil if the clock fits have not been stable for long enough.
    ///
    /// - Parameters:
    ///   - passage: which playback frame arrived with which captured sample.
    ///   - begin: playback frame with which the sound of the calibration began.
    ///   - first: capture frame of the first captured sample.
    ///   - second: seconds of captured sound so far.
    func agreement(
        _ passage: LatencyMeter.Passage, begin: Int, first: Int, at second: Double
    ) -> LeadWatch.Agreement? {
        var watch = LeadWatch(listens: true)
        let events = playback.map { (isPlayback: true, fit: $0) } + capture.map { (isPlayback: false, fit: $0) }
        for (isPlayback, fit) in events.sorted(by: { $0.fit.second < $1.fit.second }) {
            let latency = isPlayback ? nil : self.latency(passage, begin: begin, first: first, at: fit.map)
            watch.take(isPlayback: isPlayback, lead: latency, at: fit.second)
        }
        return watch.agreement(at: second)
    }

    /// Returns the latency of the sound that was captured at the anchor of a fit; nil if it is not known yet when that
    /// sound was due.
    private func latency(
        _ passage: LatencyMeter.Passage, begin: Int, first: Int, at capture: TimeMap
    ) -> Double? {
        let frame = Double(begin) + passage.played(at: capture.anchorFrame - Double(first))
        return dueTime(of: frame).map { capture.anchorTime.seconds(since: $0) }
    }

    /// Returns when a playback frame was due, between the anchors of two fits.
    private func dueTime(of frame: Double) -> HostTime? {
        let anchors = playback.map(\.map)
        let pairs = Array(zip(anchors, anchors.dropFirst()))
        let pair = pairs.last { $0.anchorFrame <= frame && frame < $1.anchorFrame }
        return pair.map { earlier, later in
            let share = (frame - earlier.anchorFrame) / (later.anchorFrame - earlier.anchorFrame)
            return earlier.anchorTime.advanced(by: share * later.anchorTime.seconds(since: earlier.anchorTime))
        }
    }
}
