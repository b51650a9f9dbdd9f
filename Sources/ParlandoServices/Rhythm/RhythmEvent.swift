public import ParlandoCore

/// The phase of the rhythm trainer.
///
///     idle → opening → countIn → playing → idle (finished)
///              ↑          ↓ ⇅       ↓
///              └──── deviceLost   paused → countIn
///     idle → learning → idle           (strokes of the instrument alone)
///     idle → calibrating → idle        (latency)
public enum RhythmPhase: Sendable, Equatable {
    case idle
    case opening
    case countIn
    case playing
    /// Resumes with a count-in, at the bar in which it was paused.
    case paused
    case deviceLost
    case learning
    case calibrating
}

public struct RhythmOptions: Sendable, Equatable {
    /// If nil, only the metronome plays, until it is stopped; its tempo may be changed meanwhile.
    public var exercise: Exercise?
    public var tempo: Tempo
    public let meter: Meter
    /// For `meter`.
    public var clicks: ClickPattern
    /// Whether an exercise begins after a bar of clicks, as it always does after a pause.
    public var countsIn = true
    public var input: RhythmInput
    /// 0…1; 0 mutes the clicks.
    public var clickVolume: Double
    /// Loudness of the guide tone, a quieter click on each note, 0…1; 0 mutes it.
    public var guideVolume: Double
    public var transport: TransportOptions
    public var caps: GradeCaps?
    public var clickVoice: ClickVoice
    /// Nil if the tempo stays.
    public var trainer: TempoTrainer?
    /// Length in bars of a pass that gets results of its own; nil if there are no passes.
    public var passBars: Int?
    /// Calibrated latency in seconds: from the time at which a sound leaves the program until a stroke made to it
    /// arrives. If nil, the delay that the device reports is used.
    public var latency: Double?
    public var instrument: InstrumentProfile?

    public init(
        exercise: Exercise?, tempo: Tempo = .initial, meter: Meter = .fourFour, clicks: ClickPattern? = nil,
        input: RhythmInput = .tap, clickVolume: Double = 0.8, guideVolume: Double = 0.3,
        transport: TransportOptions = TransportOptions(),
        caps: GradeCaps? = nil, clickVoice: ClickVoice = .wood, trainer: TempoTrainer? = nil, passBars: Int? = nil,
        latency: Double? = nil, instrument: InstrumentProfile? = nil
    ) {
        self.exercise = exercise
        self.tempo = tempo
        self.meter = exercise?.meter ?? meter
        self.clicks = clicks ?? ClickPattern(meter: self.meter)
        self.input = input
        self.clickVolume = clickVolume
        self.guideVolume = guideVolume
        self.transport = transport
        self.caps = caps
        self.clickVoice = clickVoice
        self.trainer = trainer
        self.passBars = passBars
        self.latency = latency
        self.instrument = instrument
    }

    /// Whether the microphone hears the strokes.
    var listens: Bool {
        input == .microphone && exercise != nil
    }
}

/// Maps the monotonic clock to positions in the exercise. With it, a drawing can follow the sound.
public struct BeatClock: Sendable, Equatable {
    /// Tells when each playback frame is heard.
    public let map: TimeMap
    /// Nominal sample rate in Hz. The clicks are placed by it, whatever the device's true rate is.
    public let rate: Int
    /// Playback frame of the first click of the latest count-in.
    public let firstClick: Int
    /// Tick of the exercise that follows the latest count-in.
    public let startTick: Int
    public let meter: Meter
    /// Of the whole exercise. It may be replaced while the exercise is played, from a bar line on that is to come.
    public let course: TempoCourse
    /// Ticks from the first click to `startTick`.
    private let lead: Int
    /// From the first click on.
    private let run: TempoCourse

    public var countsIn: Bool {
        lead > 0
    }

    /// - Parameter countsIn: if not, `startTick` is that of the first click.
    public init(
        map: TimeMap, rate: Int, firstClick: Int, startTick: Int, meter: Meter = .fourFour, course: TempoCourse,
        countsIn: Bool = true
    ) {
        lead = countsIn ? meter.ticksPerBar : 0
        run = course.run(from: startTick, lead: lead)
        self.map = map
        self.rate = rate
        self.firstClick = firstClick
        self.startTick = startTick
        self.meter = meter
        self.course = course
    }

    /// The tick that is heard at a time, from the first beat: fractional, and negative during the first count-in.
    public func tick(at time: HostTime) -> Double {
        let seconds = (map.frame(at: time) - Double(firstClick)) / Double(rate)
        return run.tick(at: seconds) - Double(lead) + Double(startTick)
    }
}

/// Shown to the player while the exercise continues.
public enum RhythmWarning: Sendable, Equatable {
    case microphoneTooQuiet
    case microphoneTooLoud
    /// The echo path from the loudspeaker to the microphone is being learned anew.
    case roomChanged
    /// So many so far. The beat did not shift.
    case dropouts(count: Int)
    /// Strokes are consistently late (positive) or early by this many seconds. The program offers to correct the
    /// latency.
    case steadyBias(Double)
}

/// Why the rhythm trainer stopped or did not begin.
public enum RhythmFailure: Error, Sendable, Equatable {
    case audio(AudioError)
    /// The microphone captured silence during the calibration.
    case silence
    /// Other sound was louder than the calibration's by at least this many dB.
    case noise(excess: Double)
    /// The noise bursts' delays differ by this many seconds.
    case disagreement(Double)
    /// The taps were spread over this many seconds, above the maximum of 0.030.
    case spread(Double)
    /// The delay that the sound system reports kept changing, as on a busy computer.
    case unsteady
    case tooFewStrokes
}

public struct LatencyCalibration: Sendable, Equatable {
    /// In seconds.
    public let median: Double
    /// Largest minus smallest latency, in seconds (for taps, without outliers).
    public let spread: Double
    /// Standard deviation of `median` in seconds, with what is not known about the delays that the sound system
    /// reports.
    public let uncertainty: Double
    /// The calibration's sound relative to all other sound at the microphone, in dB; nil if the user tapped.
    public let signalToNoise: Double?

    public init(median: Double, spread: Double, uncertainty: Double, signalToNoise: Double? = nil) {
        self.median = median
        self.spread = spread
        self.uncertainty = uncertainty
        self.signalToNoise = signalToNoise
    }
}

/// Called in the order in which the events happened.
@MainActor public protocol RhythmServiceDelegate: AnyObject {
    func rhythmService(_ service: RhythmService, didReport event: RhythmEvent)
}

public enum RhythmEvent: Sendable, Equatable {
    case phase(RhythmPhase)
    /// About once a second while the metronome plays, and whenever the timing changes.
    case clock(BeatClock)
    /// In order. A verdict replaces an earlier one on the same note or stroke.
    case verdicts([Verdict])
    /// When clicks are heard again after silent bars.
    case drift(Drift)
    /// Of the trainer; nil once the tempo stays.
    case upcoming(TempoChange?)
    /// The results of a pass alone, counted from 1.
    case pass(RhythmResults, number: Int, tempo: Tempo)
    /// The exercise is complete or was stopped.
    case results(RhythmResults)
    /// At the microphone, in dBFS, about 30 times a second.
    case level(Double)
    case warning(RhythmWarning)
    /// Strokes, noise bursts or taps of learning or calibrating, and the number needed.
    case count(Int, of: Int)
    case instrument(InstrumentProfile)
    case calibration(LatencyCalibration)
    case failure(RhythmFailure)
}
