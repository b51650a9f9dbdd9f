import ParlandoSignal

/// Strokes to judge, with their latency.
struct PlayedStrokes {
    /// Times of the strokes since the first click of the count-in, in seconds, with the latency subtracted.
    let moments: [Double]
    /// Delay by which every stroke arrived too late, in seconds.
    let latency: Double

    /// Creates strokes from exact times, without latency.
    init(_ moments: [Double]) {
        self.init(moments: moments, latency: 0)
    }

    /// Finds the strokes in a recording. Their latency is the delay of the loudspeaker's sound in the recording,
    /// because the player's strokes, which follow that sound, are delayed by the same time.
    ///
    /// - Parameter firstClick: time of the first click since the beginning of the recording, in seconds.
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
            case .onset, .hearsNoLoudspeaker, .loudspeakerIsEarly, .roomChanged, .tooQuiet, .tooLoud:
                break
            }
        }
        self.init(moments: onsets.sorted().map { $0 - firstClick - delay }, latency: delay)
    }

    private init(moments: [Double], latency: Double) {
        self.moments = moments
        self.latency = latency
    }

    /// Returns the same strokes with another latency, in seconds. Nil leaves the latency unchanged.
    func late(by other: Double?) -> PlayedStrokes {
        guard let other else {
            return self
        }
        return PlayedStrokes(moments: moments.map { $0 + latency - other }, latency: other)
    }
}
