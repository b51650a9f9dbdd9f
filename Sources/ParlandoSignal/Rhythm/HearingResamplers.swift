/// Resamplers of the microphone signal and the loudspeaker signal, from a device's sample rate to
/// `HearingSettings.rate`.
struct HearingResamplers {
    /// Resampler of the microphone signal; nil if its rate needs no conversion.
    let microphone: Resampler?
    /// Resampler of the loudspeaker signal; nil if its rate needs no conversion.
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
