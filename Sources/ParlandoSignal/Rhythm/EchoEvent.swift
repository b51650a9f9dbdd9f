/// An event that an `EchoPath` is estimated from, with the energy in it that is not its echo.
struct EchoEvent {
    /// Fraction of an event's energy, −30 dB, that no path explains, because no loudspeaker sounds twice exactly alike.
    private static let misfit: Float = 0.001
    /// Energy of what is lost of an event when it is captured with 16 bits: `EchoPath.taps` steps squared, divided
    /// by 12.
    private static let leastNoise: Float = 2e-6
    /// Minimum fraction of the difference of two events that is attributed to each of them.
    private static let leastPart: Float = 0.05

    /// Spectra of the received and the played sound.
    let heard: [Float]
    let played: [Float]
    /// Received energy, and that of the background noise and of what no path explains.
    let energy: Float
    let noise: Float
    private let playedEnergy: Float
    /// Fraction of the energy that is not the echo, according to the best other event.
    private(set) var share: Float = 1

    init(heard: [Float], played: [Float], noise: Float) {
        self.heard = heard
        self.played = played
        energy = max(Spectra.energy(of: heard, size: EchoPath.size), 1e-20)
        playedEnergy = max(Spectra.energy(of: played, size: EchoPath.size), 1e-20)
        self.noise = noise + Self.misfit * energy + Self.leastNoise
    }

    /// Weight in the estimate, if this fraction of the energy is not the echo.
    func weight(share: Float) -> Float {
        1 / (noise + share * energy)
    }

    /// Received energy relative to the played energy.
    var gain: Float {
        energy / playedEnergy
    }

    /// Compares the received sound with what another event foretells.
    ///
    /// If e is the echo and s and t are strokes that are unlike it and each other, then the product of e + s with
    /// (e + s) − (e + t) is the energy of s.
    mutating func compare(with expected: [Float]) {
        let common = Spectra.product(of: heard, expected, size: EchoPath.size)
        let difference = energy - 2 * common + Spectra.energy(of: expected, size: EchoPath.size)
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
    /// Sums of the weights, and of the weighted gains.
    private(set) var weight: Float = 0
    private var gain: Float = 0

    init() {}

    /// Sums of a single event in which nothing else is assumed to sound.
    init(_ event: EchoEvent) {
        add(event, share: 0)
    }

    /// The term ε: a small part of the inverse of how much of the played power is received (Wiener), and of what numbers
    /// can hold.
    var floor: Float {
        gain > 0 ? Self.caution * weight / gain + 1e-6 * (power.max() ?? 0) : 1
    }

    /// Multiplies the weights of all events, and their received sounds by `volume`.
    mutating func scale(by factor: Float, volume: Float = 1) {
        for bin in power.indices {
            cross[2 * bin] *= factor * volume
            cross[2 * bin + 1] *= factor * volume
            power[bin] *= factor
        }
        weight *= factor
        gain *= factor * volume * volume
    }

    /// Adds an event; with a share of 0 as if nothing else sounded.
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

    /// Returns the spectrum of an event as foretold.
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
