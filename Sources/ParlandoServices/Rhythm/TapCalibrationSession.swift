import ParlandoCore
import ParlandoSignal

/// A session that calibrates the latency by tapping: the user taps along with clicks, and the session measures how much
/// later than a click the tap arrives.
struct TapCalibrationSession: RhythmSession {
    private static let tempo = Tempo(clamping: 90)
    private static let volume = 0.9
    private static let leadSeconds = 0.5
    /// Timeout without a tap after which the calibration fails, in seconds.
    private static let patience = 30.0

    private let tools: RhythmTools
    private let options: TransportOptions
    private let maker = MetronomeMaker(clickVolume: volume, guideVolume: 0, isHeard: false)
    private var transport: TransportUse
    private var clock: BeatClock?
    private var rate = 0
    private var firstClick = 0
    /// Times of the taps, in order of arrival. Taps are compared with the clicks only once the clock fit (which maps
    /// frames to times) is stable.
    private var taps: [HostTime] = []
    private var filter = DoubleStrokeFilter()
    private var isEnding = false
    private(set) var wake: HostTime?

    init(options: TransportOptions, tools: RhythmTools) {
        self.tools = tools
        self.options = TransportOptions(output: options.output)
        transport = TransportUse(tools)
    }

    var isOver: Bool {
        isEnding && transport.isClosed
    }

    mutating func begin() {
        tools.outbox.post(.phase(.calibrating))
        transport.open(options, playing: maker)
    }

    mutating func handle(_ event: RhythmSessionEvent) {
        if let error = transport.note(event) {
            fail(.audio(error))
        }
        guard !isEnding else {
            return
        }
        switch event {
        case .command(.stop), .transportEnded:
            end()
        case .command(.tap(let time)):
            tap(at: time)
        case .transport(.running(let playbackRate, _)):
            run(rate: playbackRate)
        case .transport(.playback(let map)):
            let clock = BeatClock(
                map: map, rate: rate, firstClick: firstClick, startTick: Meter.fourFour.ticksPerBar, tempo: Self.tempo)
            self.clock = clock
            tools.outbox.post(.clock(clock))
            conclude()
        case .transport(.lost(let error)):
            fail(.audio(error))
        case .woke:
            if let wake, tools.clock.now >= wake {
                fail(statistics.count < TapStatistics.needed ? .tooFewStrokes : .unsteady)
            }
        case .command, .transport, .opened, .notOpened, .heard:
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
        wake = tools.clock.now.advanced(by: Self.patience)
    }

    private mutating func tap(at time: HostTime) {
        guard let clock, filter.passes(time), clock.beat(at: time) > -0.5 else {
            return
        }
        wake = tools.clock.now.advanced(by: Self.patience)
        taps.append(time)
        tools.outbox.post(.count(min(statistics.count, TapStatistics.needed), of: TapStatistics.needed))
        conclude()
    }

    /// Statistics of all taps, computed with the current clock fit (which maps frames to times).
    private var statistics: TapStatistics {
        var statistics = TapStatistics()
        for beat in taps.compactMap({ clock?.beat(at: $0) }) {
            statistics.add((beat - beat.rounded()) * Self.tempo.secondsPerBeat)
        }
        return statistics
    }

    /// Ends the session with its result if there are enough taps and the clock fit (which maps frames to times) is
    /// stable.
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

    private mutating func fail(_ failure: RhythmFailure) {
        tools.outbox.post(.failure(failure))
        end()
    }

    private mutating func end() {
        isEnding = true
        wake = nil
        transport.close()
    }
}

extension BeatClock {
    /// Returns the position that is heard at this time, in beats from the first beat; fractional.
    fileprivate func beat(at time: HostTime) -> Double {
        tick(at: time) / Double(NoteValue.ticksPerBeat)
    }
}
