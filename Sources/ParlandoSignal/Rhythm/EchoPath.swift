/// The echo path from the loudspeaker to the microphone: an impulse response.
///
/// Weighted least squares in the frequency domain over played events (clicks): H = Σ w X R* / (Σ w |R|² + ε). The
/// weight of an event is the inverse of the energy in it that is not its echo (iteratively reweighted least squares; P.
/// W. Holland, R. E. Welsch, Comm. in Statistics A6, 1977). Two events that foretell each other outweigh all others, so
/// a stroke near a click has little influence.
final class EchoPath {
    /// In whole blocks. Devices may report too long a delay, so sound may arrive before its due time.
    static let early = 3 * EchoConvolver.block
    /// In frames, from `early` before the due time to 470 ms after it.
    static let taps = early + 47 * EchoConvolver.block
    /// In frames. Large enough that event and response do not wrap around.
    static let size = 65_536
    private static let fade = 2400
    private static let detour = Int(FirstArrival.longestDetour * Double(HearingSettings.rate))
    /// Events whose weights still change: two bars.
    private static let recent = 8
    /// Weight of earlier events with each new one.
    private static let memory: Float = 0.98
    /// Frames around the loudest moment that are compared.
    private static let (before, after) = (240, 5760)
    private static let foretold: Float = 0.8

    /// Shape `[size / 2 + 1, 2]`. Time 0 is `early` before the due time.
    private(set) var spectrum: [Float]
    private(set) var firstTap = early
    private(set) var events = 0

    private let transform: FourierTransform
    private var settled = EchoSums()
    private var latest: [EchoEvent] = []

    /// - Parameter transform: of length `size`; used only within calls.
    init(transform: FourierTransform) {
        self.transform = transform
        spectrum = [Float](repeating: 0, count: Self.size + 2)
    }

    /// - Parameters:
    ///   - heard: spectrum from `early` before the due time.
    ///   - played: spectrum from the due time.
    ///   - noise: energy of the background noise.
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

    /// For a changed volume of the loudspeaker.
    func scale(by gain: Float) {
        latest.forEach { settle($0) }
        latest = []
        settled.scale(by: 1, volume: gain)
        for index in spectrum.indices {
            spectrum[index] *= gain
        }
    }

    /// Measured after a filter matched to the event: speech may be louder than a soft click, but little of it matches.
    var foretoldEvents: Int {
        latest.indices.count { index in
            let event = latest[index]
            let filter = Spectra.conjugate(event.played)
            let whole = transform.sound(of: Spectra.product(Spectra.product(spectrum, event.played), filter))
            let tap = whole.indices.max { abs(whole[$0]) < abs(whole[$1]) } ?? 0
            let heard = transform.sound(of: Spectra.product(event.heard, filter))
            let expected = transform.sound(of: Spectra.product(prediction(of: index), filter))
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

    /// As all others foretell it.
    private func prediction(of index: Int) -> [Float] {
        var sums = settled
        for other in latest.indices where other != index {
            sums.add(latest[other])
        }
        return sums.prediction(of: latest[index])
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
        spectrum = Array(transform.spectrum)
    }

    /// The response that `solve` finds for a single arrival without a delay.
    private func ripple(of power: [Float], above floor: Float) -> [Float] {
        for bin in power.indices {
            transform.spectrum[2 * bin] = power[bin] / (power[bin] + floor)
            transform.spectrum[2 * bin + 1] = 0
        }
        transform.inverse()
        return Array(transform.samples.prefix(Self.detour))
    }
}

/// Convolves a stream with a long impulse response by uniformly partitioned overlap-save convolution (Stockham 1966).
/// Silent blocks take hardly any processor time.
final class EchoConvolver {
    /// In frames.
    static let block = 480

    private let transform: FourierTransform
    private let partitions: Int
    private var responses: [Float]
    private var inputs: [Float]
    private var isSilent: [Bool]
    private var sum: [Float]
    private let stride: Int

    /// Nil if there is too little memory.
    ///
    /// - Parameter taps: frames of the impulse response.
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

    /// Adds the input of block `number`, counted from 0, which begins at frame `start` of the sound.
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

    /// The output of the newest block; nil if all input that contributes to it is silent. Valid until the next call.
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

/// A Kalman filter of delay and drift, for loudspeaker and microphone with separate clocks.
struct DelayTracker {
    /// In frames, relative to the delay at which the response was learned.
    private(set) var delay = 0.0
    /// In frames per frame.
    private(set) var drift = 0.0

    // Initial covariance of delay and drift. Two good crystals differ by less than 100 ppm.
    private var (dd, dv, vv) = (0.04, 0.0, 6e-5 * 6e-5)

    func delay(after frames: Int) -> Double {
        delay + drift * Double(frames)
    }

    /// The drift stays, because the clocks are the same.
    mutating func begin(at delay: Double) {
        self.delay = delay
        (dd, dv) = (0.04, 0)
    }

    mutating func advance(_ frames: Int) {
        let time = Double(frames)
        delay += drift * time
        dd += time * (2 * dv + time * vv) + 1e-9 * time
        dv += time * vv
        vv += 1e-17 * time
    }

    /// Corrects delay and drift by a measured delay in frames, as a Kalman filter does.
    ///
    /// - Parameter variance: of the measurement, in frames squared.
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

/// An event that an `EchoPath` is estimated from, with the energy in it that is not its echo.
struct EchoEvent {
    /// −30 dB: no loudspeaker sounds twice exactly alike.
    private static let misfit: Float = 0.001
    /// Lost in 16 bits: `EchoPath.taps` steps squared, divided by 12.
    private static let leastNoise: Float = 2e-6
    /// Of the difference of two events, for each.
    private static let leastPart: Float = 0.05

    /// Spectra.
    let heard: [Float]
    let played: [Float]
    /// `noise` includes what no path explains.
    let energy: Float
    let noise: Float
    private let playedEnergy: Float
    /// Not the echo, according to the best other event.
    private(set) var share: Float = 1

    init(heard: [Float], played: [Float], noise: Float) {
        self.heard = heard
        self.played = played
        energy = max(Spectra.energy(of: heard), 1e-20)
        playedEnergy = max(Spectra.energy(of: played), 1e-20)
        self.noise = noise + Self.misfit * energy + Self.leastNoise
    }

    /// In the estimate, if this fraction is not the echo.
    func weight(share: Float) -> Float {
        1 / (noise + share * energy)
    }

    /// Received relative to played energy.
    var gain: Float {
        energy / playedEnergy
    }

    /// If e is the echo and s and t are strokes that are unlike it and each other, then the product of e + s with (e +
    /// s) − (e + t) is the energy of s.
    mutating func compare(with expected: [Float]) {
        let common = Spectra.product(of: heard, expected)
        let difference = energy - 2 * common + Spectra.energy(of: expected)
        let own = min(max(energy - common, Self.leastPart * difference), difference)
        share = min(share, own / energy)
    }
}

/// The sums over events that an `EchoPath` is solved from.
struct EchoSums {
    /// Fraction of Wiener's ε. The whole leaves so much of a click that late strokes are placed at the click.
    private static let caution: Float = 0.02

    /// Σ w X R*, shape `[size / 2 + 1, 2]`.
    private(set) var cross = [Float](repeating: 0, count: EchoPath.size + 2)
    /// Σ w |R|².
    private(set) var power = [Float](repeating: 0, count: EchoPath.size / 2 + 1)
    /// Sums of weights and weighted gains.
    private(set) var weight: Float = 0
    private var gain: Float = 0

    init() {}

    /// A single event in which nothing else sounds.
    init(_ event: EchoEvent) {
        add(event, share: 0)
    }

    /// The term ε: a part of the inverse of how much of the played power is received (Wiener), and of what numbers can
    /// hold.
    var floor: Float {
        gain > 0 ? Self.caution * weight / gain + 1e-6 * (power.max() ?? 0) : 1
    }

    /// Multiplies all weights, and all received sounds by `volume`.
    mutating func scale(by factor: Float, volume: Float = 1) {
        for bin in power.indices {
            cross[2 * bin] *= factor * volume
            cross[2 * bin + 1] *= factor * volume
            power[bin] *= factor
        }
        weight *= factor
        gain *= factor * volume * volume
    }

    /// With a share of 0 as if nothing else sounded.
    mutating func add(_ event: EchoEvent, share: Float? = nil) {
        let weight = event.weight(share: share ?? event.share)
        for bin in power.indices {
            let (xr, xi) = (event.heard[2 * bin], event.heard[2 * bin + 1])
            let (rr, ri) = (event.played[2 * bin], event.played[2 * bin + 1])
            cross[2 * bin] += weight * (xr * rr + xi * ri)
            cross[2 * bin + 1] += weight * (xi * rr - xr * ri)
            power[bin] += weight * (rr * rr + ri * ri)
        }
        self.weight += weight
        gain += weight * event.gain
    }

    func prediction(of event: EchoEvent) -> [Float] {
        let floor = floor
        var path = cross
        for bin in power.indices {
            let scale = 1 / (power[bin] + floor)
            path[2 * bin] *= scale
            path[2 * bin + 1] *= scale
        }
        return Spectra.product(path, event.played)
    }
}

/// Tells the direct arrival of a sound: the first, not the loudest, since a wall may give back more. It comes up to 60
/// ms before the loudest, has at least a quarter of its amplitude (−12 dB), and stands out from noise.
enum FirstArrival {
    /// In seconds.
    static let longestDetour = 0.06
    /// Relative to the loudest arrival.
    private static let leastShare: Float = 0.25
    /// Minimum ratio to the RMS of all sound.
    private static let clear: Float = 5
    private static let most = 32

    /// - Parameter noise: RMS of the sound.
    static func leastAmplitude(loudest: Float, noise: Float) -> Float {
        max(leastShare * abs(loudest), clear * noise)
    }

    /// A response that is known in a narrow band ripples around each arrival. The ripples are removed, beginning with
    /// the loudest arrival (the CLEAN algorithm; J. A. Högbom, Astronomy and Astrophysics Suppl. 15, 1974).
    ///
    /// - Parameter ripple: response to a single arrival at index 0, symmetric. Its length is the maximum distance from
    ///   the loudest arrival.
    static func index(in response: some RandomAccessCollection<Float>, ripple: [Float]) -> Int {
        var rest = Array(response)
        guard let loudest = rest.loudest(in: rest.indices), let height = ripple.first, height > 0 else {
            return 0
        }
        let noise = (rest.reduce(0) { $0 + $1 * $1 } / Float(rest.count)).squareRoot()
        let least = leastAmplitude(loudest: rest[loudest], noise: noise)
        let reach = ripple.count - 1
        let nearby = max(loudest - reach, 0)..<min(loudest + reach + 1, rest.count)
        var first = loudest
        for _ in 0..<most {
            guard let next = rest.loudest(in: nearby), abs(rest[next]) >= least else {
                break
            }
            first = min(first, next)
            let scale = rest[next] / height
            for index in max(next - reach, nearby.lowerBound)..<min(next + reach + 1, nearby.upperBound) {
                rest[index] -= scale * ripple[abs(index - next)]
            }
        }
        return first
    }
}

extension [Float] {
    fileprivate func loudest(in range: Range<Int>) -> Int? {
        range.max { abs(self[$0]) < abs(self[$1]) }
    }
}
