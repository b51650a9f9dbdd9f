/// How the loudspeaker sounds at the microphone: an impulse response, estimated from what was played and what was heard.
///
/// Least squares in the frequency domain over events that were played (clicks): H = Σ w X R* / (Σ w |R|² + ε). The
/// weight of an event falls with what it leaves unexplained, so that a stroke on top of a click counts little.
final class EchoPath {
    /// Frames by which sound may arrive before it was due: devices report their delay too high. Whole blocks of the
    /// convolver.
    static let early = 3 * EchoConvolver.block
    /// Length of the response in frames, from `early` before the due time on: 470 ms after it.
    static let taps = early + 47 * EchoConvolver.block
    /// Frames of a transform: an event and the response do not overlap in it.
    static let size = 65_536
    private static let fade = 2400

    /// Spectrum of the response, shape `[size / 2 + 1, 2]`. Time 0 is `early` before the due time.
    private(set) var spectrum: [Float]
    /// Loudest tap of the response.
    private(set) var loudestTap = early
    /// How many events it was learned from.
    private(set) var events = 0

    private let transform: FourierTransform
    private var cross: [Float]
    private var power: [Float]
    private var noise: Float = 0

    /// - Parameter transform: of `size`; used only within calls.
    init(transform: FourierTransform) {
        self.transform = transform
        spectrum = [Float](repeating: 0, count: Self.size + 2)
        cross = spectrum
        power = [Float](repeating: 0, count: Self.size / 2 + 1)
    }

    /// Learns from an event.
    ///
    /// - Parameters:
    ///   - heard: spectrum of what was heard of it, from `early` before the due time on.
    ///   - played: spectrum of what was played, from the due time on.
    ///   - noise: energy of what was heard beside it.
    ///   - weight: how much it counts.
    ///   - memory: share of the earlier events that is kept.
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

    /// The loudspeaker is so many times as loud now.
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
