/// The echo path from the loudspeaker to the microphone: an impulse response, estimated from played and received sound.
///
/// Weighted least squares in the frequency domain over played events (clicks): H = Σ w X R* / (Σ w |R|² + ε). The
/// weight of an event is the inverse of the energy in it that is not its echo (iteratively reweighted least squares;
/// P. W. Holland, R. E. Welsch, Comm. in Statistics A6, 1977). Two events that foretell each other outweigh all
/// that nothing foretells, so that a stroke on top of a click or behind it has little influence, in the count-in too.
final class EchoPath {
    /// Maximum number of frames by which sound may arrive before its due time, because devices may report too long a
    /// delay. A whole number of the convolver's blocks.
    static let early = 3 * EchoConvolver.block
    /// Length of the response in frames. It begins `early` before the due time and ends 470 ms after it.
    static let taps = early + 47 * EchoConvolver.block
    /// Size of a transform in frames. Large enough that an event and the response do not overlap by wrapping around.
    static let size = 65_536
    private static let fade = 2400
    private static let detour = Int(FirstArrival.longestDetour * Double(HearingSettings.rate))
    /// Number of the latest events whose weights still change: two bars.
    private static let recent = 8
    /// Factor by which the weight of earlier events is reduced with each event.
    private static let memory: Float = 0.98
    /// Number of frames before and after the loudest moment of an event that are compared with what is foretold.
    private static let (before, after) = (240, 5760)
    /// Maximum fraction of an event's energy that may remain where the event is foretold.
    private static let foretold: Float = 0.8

    /// Spectrum of the response, shape `[size / 2 + 1, 2]`. Time 0 is `early` before the due time.
    private(set) var spectrum: [Float]
    /// Index of the tap with which sound arrives first.
    private(set) var firstTap = early
    /// Number of events that the response was estimated from.
    private(set) var events = 0

    private let transform: FourierTransform
    private var settled = EchoSums()
    private var latest: [EchoEvent] = []

    /// - Parameter transform: transform of length `size`; used only within calls.
    init(transform: FourierTransform) {
        self.transform = transform
        spectrum = [Float](repeating: 0, count: Self.size + 2)
    }

    /// Updates the estimate with an event.
    ///
    /// - Parameters:
    ///   - heard: spectrum of the received sound of the event, from `early` before the due time.
    ///   - played: spectrum of the played sound, from the due time.
    ///   - noise: energy of the background noise in the received sound.
    func add(heard: [Float], played: [Float], noise: Float) {
        var event = EchoEvent(heard: heard, played: played, noise: noise)
        if settled.weight > 0 {
            event.compare(with: latest.reduce(into: settled) { $0.add($1) }.prediction(of: event))
        }
        let alone = EchoSums(event)
        for index in latest.indices {
            event.compare(with: EchoSums(latest[index]).prediction(of: event))
            latest[index].compare(with: alone.prediction(of: latest[index]))
        }
        latest.append(event)
        if latest.count > Self.recent {
            settle(latest.removeFirst())
        }
        events += 1
        solve()
    }

    /// Multiplies the response by a factor, because the loudspeaker's volume has changed.
    func scale(by gain: Float) {
        latest.forEach { settle($0) }
        latest = []
        settled.scale(by: 1, volume: gain)
        for index in spectrum.indices {
            spectrum[index] *= gain
        }
    }

    /// The number of the latest events that the other events foretell. It is measured after a filter matched to the
    /// event: speech in the room may be louder than a soft click, but little of it matches the click.
    var foretoldEvents: Int {
        latest.indices.count { index in
            let event = latest[index]
            let filter = Spectra.conjugate(event.played)
            let whole = sound(of: Spectra.product(Spectra.product(spectrum, event.played), filter))
            let tap = whole.indices.max { abs(whole[$0]) < abs(whole[$1]) } ?? 0
            let heard = sound(of: Spectra.product(event.heard, filter))
            let expected = sound(of: Spectra.product(prediction(of: index), filter))
            var (energy, rest) = (Float(1e-20), Float(0))
            for index in max(0, tap - Self.before)..<min(tap + Self.after, Self.size) {
                energy += heard[index] * heard[index]
                rest += (heard[index] - expected[index]) * (heard[index] - expected[index])
            }
            return rest < Self.foretold * energy
        }
    }

    private func settle(_ event: EchoEvent) {
        settled.scale(by: Self.memory)
        settled.add(event)
    }

    /// Returns the spectrum of one of the latest events as all others foretell it.
    private func prediction(of index: Int) -> [Float] {
        var sums = settled
        for other in latest.indices where other != index {
            sums.add(latest[other])
        }
        return sums.prediction(of: latest[index])
    }

    private func sound(of spectrum: [Float]) -> [Float] {
        for index in spectrum.indices {
            transform.spectrum[index] = spectrum[index]
        }
        transform.inverse()
        return Array(transform.samples)
    }

    private func solve() {
        let sums = latest.reduce(into: settled) { $0.add($1) }
        let floor = sums.floor
        let ripple = ripple(of: sums.power, above: floor)
        for bin in sums.power.indices {
            let scale = 1 / (sums.power[bin] + floor)
            transform.spectrum[2 * bin] = sums.cross[2 * bin] * scale
            transform.spectrum[2 * bin + 1] = sums.cross[2 * bin + 1] * scale
        }
        transform.inverse()
        for tap in 0..<Self.size {
            let left = Self.taps - tap
            transform.samples[tap] *= left >= Self.fade ? 1 : Float(max(0, left)) / Float(Self.fade)
        }
        firstTap = FirstArrival.index(in: transform.samples.prefix(Self.taps), ripple: ripple)
        transform.forward()
        for index in spectrum.indices {
            spectrum[index] = transform.spectrum[index]
        }
    }

    /// Returns the response that `solve` finds for a single arrival without a delay.
    private func ripple(of power: [Float], above floor: Float) -> [Float] {
        for bin in power.indices {
            transform.spectrum[2 * bin] = power[bin] / (power[bin] + floor)
            transform.spectrum[2 * bin + 1] = 0
        }
        transform.inverse()
        return Array(transform.samples.prefix(Self.detour))
    }
}

/// Convolves a stream with a long impulse response, block by block, by uniformly partitioned overlap-save convolution
/// (Stockham 1966). Silent blocks take hardly any processor time.
final class EchoConvolver {
    /// Number of frames in a block.
    static let block = 480

    private let transform: FourierTransform
    private let partitions: Int
    private var responses: [Float]
    private var inputs: [Float]
    private var isSilent: [Bool]
    private var sum: [Float]
    private let stride: Int

    /// Nil if memory cannot be allocated.
    ///
    /// - Parameter taps: length of the impulse response in frames.
    init?(taps: Int) {
        guard let transform = FourierTransform(size: 2 * Self.block) else {
            return nil
        }
        self.transform = transform
        stride = transform.spectrum.count
        partitions = (taps + Self.block - 1) / Self.block
        responses = [Float](repeating: 0, count: partitions * stride)
        inputs = responses
        isSilent = [Bool](repeating: true, count: partitions)
        sum = [Float](repeating: 0, count: stride)
    }

    /// Replaces the impulse response, shape `[taps]`.
    func use(_ response: [Float]) {
        for partition in 0..<partitions {
            let start = partition * Self.block
            for index in 0..<Self.block {
                transform.samples[index] = start + index < response.count ? response[start + index] : 0
                transform.samples[index + Self.block] = 0
            }
            transform.forward()
            for index in 0..<stride {
                responses[partition * stride + index] = transform.spectrum[index]
            }
        }
    }

    /// Adds the input of block `number`, counted from 0.
    ///
    /// - Parameter start: frame of the block's first sample in `sound`.
    func feed(_ sound: SoundHistory, start: Int, number: Int) {
        let slot = number % partitions
        isSilent[slot] = sound.peak(in: start - Self.block..<start + Self.block) == 0
        guard !isSilent[slot] else {
            return
        }
        sound.copy(from: start - Self.block, into: transform.samples)
        transform.forward()
        for index in 0..<stride {
            inputs[slot * stride + index] = transform.spectrum[index]
        }
    }

    /// Returns the output of block `number`, which has to be the newest one that was added; nil if all input that
    /// contributes to it is silent. Valid until the next call.
    func output(number: Int) -> UnsafeMutableBufferPointer<Float>.SubSequence? {
        for index in 0..<stride {
            sum[index] = 0
        }
        var isAnything = false
        for partition in 0..<min(partitions, number + 1) {
            let slot = (number - partition) % partitions
            guard !isSilent[slot] else {
                continue
            }
            isAnything = true
            multiply(input: slot * stride, response: partition * stride)
        }
        guard isAnything else {
            return nil
        }
        for index in 0..<stride {
            transform.spectrum[index] = sum[index]
        }
        transform.inverse()
        return transform.samples[Self.block...]
    }

    private func multiply(input: Int, response: Int) {
        var index = 0
        while index < stride {
            let (xr, xi) = (inputs[input + index], inputs[input + index + 1])
            let (hr, hi) = (responses[response + index], responses[response + index + 1])
            sum[index] += xr * hr - xi * hi
            sum[index + 1] += xr * hi + xi * hr
            index += 2
        }
    }
}

/// Tracks the delay of the echo path when loudspeaker and microphone have separate clocks: a Kalman filter of delay and
/// drift.
struct DelayTracker {
    /// Delay in frames, relative to the delay at which the response was learned.
    private(set) var delay = 0.0
    /// Clock mismatch in frames per frame.
    private(set) var drift = 0.0

    // Initial covariance of delay and drift. Two good crystals differ by less than 100 ppm.
    private var (dd, dv, vv) = (0.04, 0.0, 6e-5 * 6e-5)

    /// Returns the delay after this many frames.
    func delay(after frames: Int) -> Double {
        delay + drift * Double(frames)
    }

    /// Starts tracking another response with this current delay in frames. The drift is kept, because the clocks are
    /// the same.
    mutating func begin(at delay: Double) {
        self.delay = delay
        (dd, dv) = (0.04, 0)
    }

    /// Advances the time by this many frames.
    mutating func advance(_ frames: Int) {
        let time = Double(frames)
        delay += drift * time
        dd += time * (2 * dv + time * vv) + 1e-9 * time
        dv += time * vv
        vv += 1e-17 * time
    }

    /// Updates the estimate with a measured delay and its variance in frames squared.
    mutating func measure(_ measured: Double, variance: Double) {
        let error = measured - delay
        let scale = 1 / (dd + variance)
        let (first, second) = (dd * scale, dv * scale)
        delay += first * error
        drift += second * error
        vv -= second * dv
        dv -= first * dv
        dd -= first * dd
    }
}
