import ParlandoCore
import ParlandoSignal

/// Calibrates the latency by taps along with clicks.
struct TapCalibrationSession: RhythmSession {
    private static let tempo = Tempo(clamping: 90)
    private static let volume = 0.9
    private static let leadSeconds = 0.5
    /// Seconds without a tap after which the calibration fails.
    private static let timeoutSeconds = 30.0

    let tools: RhythmTools
    var transport: TransportUse
    private let options: TransportOptions
    private let maker = MetronomeMaker(clickVolume: volume, guideVolume: 0, isHeard: false)
    private var clock: BeatClock?
    private var rate = 0
    private var firstClick = 0
    /// Compared with the clicks only once the clock fit is steady.
    private var taps: [HostTime] = []
    private var filter = DoubleStrokeFilter()
    private(set) var wake: HostTime?

    init(options: TransportOptions, tools: RhythmTools) {
        self.tools = tools
        self.options = TransportOptions(output: options.output)
        transport = TransportUse(tools)
    }

    mutating func begin() {
        tools.outbox.post(.phase(.calibrating))
        transport.open(options, playing: maker)
    }

    mutating func take(_ event: RhythmSessionEvent) {
        switch event {
        case .command(.stop), .transportEnded:
            end()
        case .command(.tap(let time)):
            tap(at: time)
        case .transport(.running(let playbackRate, _)):
            run(rate: playbackRate)
        case .transport(.playback(let map)):
            let clock = BeatClock(
                map: map, rate: rate, firstClick: firstClick, startTick: Meter.fourFour.ticksPerBar,
                course: TempoCourse(tempo: Self.tempo, beatTicks: NoteValue.ticksPerQuarter))
            self.clock = clock
            tools.outbox.post(.clock(clock))
            conclude()
        case .transport(.lost(let error)):
            fail(.audio(error))
        case .woke:
            if let wake, tools.clock.now >= wake {
                fail(statistics.count < TapStatistics.needed ? .tooFewStrokes : .unsteady)
            }
        case .command, .transport, .ready, .opened, .notOpened, .heard:
            break
        }
    }

    private mutating func run(rate: Int) {
        guard let metronome = maker.latest?.metronome else {
            return
        }
        self.rate = rate
        firstClick = metronome.nextFrame + Int(Self.leadSeconds * Double(rate))
        metronome.begin(MetronomeRun(firstClick: firstClick, tempo: Self.tempo, clicks: nil))
        wake = tools.clock.now.advanced(by: Self.timeoutSeconds)
    }

    private mutating func tap(at time: HostTime) {
        guard let clock, filter.passes(time), clock.beat(at: time) > -0.5 else {
            return
        }
        wake = tools.clock.now.advanced(by: Self.timeoutSeconds)
        taps.append(time)
        tools.outbox.post(.count(min(statistics.count, TapStatistics.needed), of: TapStatistics.needed))
        conclude()
    }

    private var statistics: TapStatistics {
        let beats = taps.compactMap { clock?.beat(at: $0) }
        return TapStatistics(beats.map { ($0 - $0.rounded()) * Self.tempo.secondsPerBeat })
    }

    private mutating func conclude() {
        guard let map = clock?.map, map.isSteady else {
            return
        }
        switch statistics.result(clock: map.uncertainty) {
        case .success(let calibration):
            tools.outbox.post(.calibration(calibration))
            end()
        case .failure(let failure):
            fail(failure)
        case nil:
            break
        }
    }

    mutating func end() {
        wake = nil
        transport.close()
    }
}

extension BeatClock {
    fileprivate func beat(at time: HostTime) -> Double {
        tick(at: time) / Double(NoteValue.ticksPerQuarter)
    }
}

/// Computes a latency from the deviations of taps from clicks.
struct TapStatistics: Sendable {
    /// Taps beside the first few, which people need to find the beat.
    static let needed = 16
    private static let ignored = 3
    /// Fraction of the taps that is used. The quarter furthest from the median is left out as outliers.
    private static let kept = 0.75
    /// Standard deviation of the median of a tap, as a multiple of the largest deviation among the used ones, if they
    /// are normally distributed: √(π/2) / 1.15.
    private static let medianPerLimit = 1.09
    /// Seconds between the used taps that deviate most in both directions.
    private static let widestSpread = 0.030

    private let deviations: [Double]

    /// - Parameter deviations: seconds from the click to each tap.
    init(_ deviations: [Double]) {
        self.deviations = Array(deviations.dropFirst(Self.ignored))
    }

    var count: Int {
        deviations.count
    }

    /// Nil if more taps are needed.
    ///
    /// - Parameter clock: standard deviation of the times of the clicks, in seconds.
    func result(clock: Double) -> Result<LatencyCalibration, RhythmFailure>? {
        guard count >= Self.needed, let median = deviations.median else {
            return nil
        }
        let sorted = deviations.sorted()
        let near = sorted.map { abs($0 - median) }.sorted()
        let limit = near[Int((Double(count) * Self.kept).rounded(.up)) - 1]
        let believed = sorted.filter { abs($0 - median) <= limit }
        let spread = (believed.last ?? median) - (believed.first ?? median)
        guard spread <= Self.widestSpread else {
            return .failure(.spread(spread))
        }
        let uncertainty = ClockPair.together(Self.medianPerLimit * limit / Double(count).squareRoot(), clock)
        return .success(LatencyCalibration(median: median, spread: spread, uncertainty: uncertainty))
    }
}
