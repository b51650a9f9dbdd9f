import ParlandoSignal

/// Statistics of a capture, for checking that no sound is lost between the device and the consumer.
struct CaptureTally: Sendable, Equatable {
    /// Number of frames read from the device.
    var frames = 0
    /// Number of samples that these frames correspond to at `AudioBlock.sampleRate`.
    var expected = 0
    /// Number of samples delivered to the consumer.
    var delivered = 0
    /// Number of times the device dropped samples because they were not read in time.
    var xruns = 0
    /// Number of samples that did not fit into the ring buffer between the two threads.
    var overflow = 0

    /// Adds a run that has ended.
    mutating func add(_ run: CaptureRun) {
        frames += run.frames
        expected += Resampler.expectedCount(run.frames - run.ring.overflow, rate: run.rate)
        xruns += run.xruns
        overflow += run.ring.overflow
    }
}
