import ParlandoSignal

/// The books of a capture: nothing may be lost on the way from the device to the listener.
struct CaptureTally: Sendable, Equatable {
    /// Frames that came from the device.
    var frames = 0
    /// What these frames are at the rate everything above works at.
    var expected = 0
    /// Samples that were given to the listener.
    var delivered = 0
    /// How often the device dropped sound because it was not read in time.
    var xruns = 0
    /// Samples that found no room between the two threads.
    var overflow = 0

    /// Adds a run that has ended.
    mutating func add(_ run: CaptureRun) {
        frames += run.frames
        expected += Resampler.expectedCount(run.frames - run.ring.overflow, rate: run.rate)
        xruns += run.xruns
        overflow += run.ring.overflow
    }
}
