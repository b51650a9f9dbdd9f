/// The echo path from the loudspeaker to the microphone: an impulse response, estimated from played and received sound.
///
/// Weighted least squares in the frequency domain over played events (clicks): H = Σ w X R* / (Σ w |R|² + ε). The
/// weight of an event falls with the energy that the prediction leaves unexplained, so that a stroke on top of a click
/// has little influence.
final class EchoPath {
    /// Maximum number of frames by which sound may arrive before its due time, because devices may report too long a
    /// delay. A whole number of the convolver's blocks.
    static let early = 3 * EchoConvolver.block
    /// Length of the response in frames. It begins `early` before the due time and ends 470 ms after it.
    static let taps = early + 47 * EchoConvolver.block
    /// Size of a transform in frames. Large enough that an event and the response do not overlap by wrapping around.
    static let size = 65_536
    private static let fade = 2400

    /// Spectrum of the response, shape `[size / 2 + 1, 2]`. Time 0 is `early` before the due time.
    private(set) var spectrum: [Float]
    /// Index of the loudest tap of the response.
    private(set) var loudestTap = early
    /// Number of events that the response was estimated from.
    private(set) var events = 0

    private let transform: FourierTransform
    private var cross: [Float]
    private var power: [Float]
    private var noise: Float = 0

    /// - Parameter transform: transform of length `size`; used only within calls.
    init(transform: FourierTransform) {
        self.transform = transform
        spectrum = [Float](repeating: 0, count: Self.size + 2)
        cross = spectrum
        power = [Float](repeating: 0, count: Self.size / 2 + 1)
    }

    /// Updates the estimate with an event.
    ///
    /// - Parameters:
    ///   - heard: spectrum of the received sound of the event, from `early` before the due time.
    ///   - played: spectrum of the played sound, from the due time.
    ///   - noise: energy of the received sound that does not belong to the event.
    ///   - weight: weight of the event in the estimate.
    ///   - memory: factor by which the weight of earlier events is reduced.
    func add(heard: [Float], played: [Float], noise eventNoise: Float, weight: Float, memory: Float) {
        for bin in power.indices {
            let (xr, xi) = (heard[2 * bin], heard[2 * bin + 1])
            let (rr, ri) = (played[2 * bin], played[2 * bin + 1])
            cross[2 * bin] = memory * cross[2 * bin] + weight * (xr * rr + xi * ri)
            cross[2 * bin + 1] = memory * cross[2 * bin + 1] + weight * (xi * rr - xr * ri)
            power[bin] = memory * power[bin] + weight * (rr * rr + ri * ri)
        }
        noise = memory * noise + weight * eventNoise
        events += 1
        solve()
    }

    /// Multiplies the response by a factor, because the loudspeaker's volume has changed.
    func scale(by gain: Float) {
        for index in cross.indices {
            cross[index] *= gain
            spectrum[index] *= gain
        }
    }

    private func solve() {
        let floor = 0.02 * noise + 1e-6 * (power.max() ?? 0) + 1e-12
        for bin in power.indices {
            let scale = 1 / (power[bin] + floor)
            transform.spectrum[2 * bin] = cross[2 * bin] * scale
            transform.spectrum[2 * bin + 1] = cross[2 * bin + 1] * scale
        }
        transform.inverse()
        var loudest: Float = 0
        for tap in 0..<Self.size {
            let left = Self.taps - tap
            transform.samples[tap] *= left >= Self.fade ? 1 : Float(max(0, left)) / Float(Self.fade)
            if abs(transform.samples[tap]) > loudest {
                loudest = abs(transform.samples[tap])
                loudestTap = tap
            }
        }
        transform.forward()
        for index in spectrum.indices {
            spectrum[index] = transform.spectrum[index]
        }
    }
}
