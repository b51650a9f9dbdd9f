/// Resamplers from a device's sample rate to the rate at which strokes are detected, for both signals that are compared.
struct HearingResamplers {
    /// Nil if the rate is right already.
    let microphone: Resampler?
    /// Nil if the rate is right already.
    let loudspeaker: Resampler?

    /// Nil if memory cannot be allocated or the rate is invalid.
    ///
    /// - Parameter rate: sample rate of both signals in Hz.
    init?(rate: Int) {
        guard rate != HearingSettings.rate else {
            (microphone, loudspeaker) = (nil, nil)
            return
        }
        guard rate > 0, let first = Resampler(rate: rate, channels: 1, to: HearingSettings.rate),
            let second = Resampler(rate: rate, channels: 1, to: HearingSettings.rate)
        else {
            return nil
        }
        (microphone, loudspeaker) = (first, second)
    }
}
