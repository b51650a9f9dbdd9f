import ParlandoSignal

/// Strokes to be judged.
struct PlayedStrokes {
    /// Seconds since the first click of the count-in, the latency taken off.
    let moments: [Double]
    /// Seconds by which every stroke came too late.
    let latency: Double

    /// Strokes that know when they were.
    init(_ moments: [Double]) {
        self.init(moments: moments, latency: 0)
    }

    /// Strokes that are heard in a recording. What the loudspeaker plays comes back as late as the strokes that answer
    /// it: that delay is their latency.
    ///
    /// - Parameter firstClick: seconds from the beginning of the recording.
    init(_ performance: RecordedPerformance, firstClick: Double) throws(Failure) {
        let rate = Double(performance.rate)
        var onsets: [Double] = []
        var delay = 0.0
        for event in try performance.events() {
            switch event {
            case .onset(let onset) where onset.isAccepted:
                onsets.append(onset.frame / rate)
            case .heardLoudspeaker(let found):
                delay = found
            case .onset, .hearsNoLoudspeaker, .roomChanged, .tooQuiet, .tooLoud:
                break
            }
        }
        self.init(moments: onsets.sorted().map { $0 - firstClick - delay }, latency: delay)
    }

    private init(moments: [Double], latency: Double) {
        self.moments = moments
        self.latency = latency
    }

    /// The same strokes with another latency, in seconds; nil: leave it as it is.
    func late(by other: Double?) -> PlayedStrokes {
        guard let other else {
            return self
        }
        return PlayedStrokes(moments: moments.map { $0 + latency - other }, latency: other)
    }
}
