public import ParlandoCore

/// Where the rhythm trainer stands.
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
    /// Stands still; goes on with a count-in at the bar in which it was paused.
    case paused
    case deviceLost
    /// Hears strokes of the instrument alone.
    case learning
    case calibrating
}

/// How an exercise is run.
public struct RhythmOptions: Sendable, Equatable {
    /// Nil: clicks only, until it is stopped; the tempo may be changed meanwhile.
    public var exercise: Exercise?
    /// How fast.
    public var tempo: Tempo
    /// How strokes arrive.
    public var input: RhythmInput
    /// Loudness of the clicks, 0…1; 0 mutes them.
    public var clickVolume: Double
    /// Loudness of the guide tone for each note, 0…1; 0 mutes it.
    public var guideVolume: Double
    /// The devices.
    public var transport: TransportOptions
    /// Caps of the grades, nil: none.
    public var caps: GradeCaps?
    /// Seconds between the sound leaving the program and a stroke at that sound coming back, as calibrated for the
    /// devices; nil: never calibrated, what the device reports is used.
    public var latency: Double?
    /// What the instrument sounds like, as learned; nil: not learned.
    public var instrument: InstrumentProfile?

    public init(
        exercise: Exercise?, tempo: Tempo = .initial, input: RhythmInput = .tap, clickVolume: Double = 0.8,
        guideVolume: Double = 0.3, transport: TransportOptions = TransportOptions(), caps: GradeCaps? = nil,
        latency: Double? = nil, instrument: InstrumentProfile? = nil
    ) {
        self.exercise = exercise
        self.tempo = tempo
        self.input = input
        self.clickVolume = clickVolume
        self.guideVolume = guideVolume
        self.transport = transport
        self.caps = caps
        self.latency = latency
        self.instrument = instrument
    }
}

/// Joins the monotonic clock to the exercise, so that a drawing follows the sound.
public struct BeatClock: Sendable, Equatable {
    /// The playback stream; its frames are heard at these moments.
    public let map: TimeMap
    /// Nominal frames a second of that stream, in Hz: the clicks were placed with it, whatever the device's true rate is.
    public let rate: Int
    /// Frame of the first click of the (last) count-in.
    public let firstClick: Int
    /// Tick of the exercise at which that count-in leads in; the count-in itself lies before it.
    public let startTick: Int
    /// How fast the ticks go by.
    public let tempo: Tempo

    public init(map: TimeMap, rate: Int, firstClick: Int, startTick: Int, tempo: Tempo) {
        self.map = map
        self.rate = rate
        self.firstClick = firstClick
        self.startTick = startTick
        self.tempo = tempo
    }

    /// Ticks since the first beat of the exercise, as heard at that moment; fractional, negative in the first count-in.
    public func tick(at time: HostTime) -> Double {
        let seconds = (map.frame(at: time) - Double(firstClick)) / Double(rate)
        let ticks = seconds / tempo.secondsPerBeat * Double(NoteValue.ticksPerBeat)
        return ticks - Double(Exercise.beatsPerBar * NoteValue.ticksPerBeat) + Double(startTick)
    }
}

/// Something that the player should know, while the exercise goes on.
public enum RhythmWarning: Sendable, Equatable {
    case microphoneTooQuiet
    case microphoneTooLoud
    /// The room or the volume changed; what the microphone hears of the clicks is being learned anew.
    case roomChanged
    /// The sound device dropped out `count` times so far; the beat did not shift.
    case dropouts(count: Int)
    /// Strokes are steadily late (positive) or early, in seconds; this is offered as a correction.
    case steadyBias(Double)
}

/// Why the trainer stopped or did not begin.
public enum RhythmFailure: Error, Sendable, Equatable {
    case audio(AudioError)
    /// The clicks were not heard while calibrating.
    case silence
    /// What was heard was too loud or too noisy to find the clicks.
    case noise
    /// The measurements differ by this many seconds, more than 0.030: nothing was kept.
    case spread(Double)
    /// What the sound system says of its own delay kept moving while the clicks were measured, as on a busy computer.
    case unsteady
    /// Too few strokes were heard or tapped.
    case tooFewStrokes
}

/// What a calibration of latency found.
public struct LatencyCalibration: Sendable, Equatable {
    /// Median, in seconds.
    public let median: Double
    /// Largest minus smallest after outliers were left out, in seconds; of the clicks, or of what the sound system said
    /// of its own delay meanwhile, whichever is more.
    public let spread: Double

    public init(median: Double, spread: Double) {
        self.median = median
        self.spread = spread
    }
}

/// Hears of a rhythm service's events on the main actor, in the order in which they happened.
@MainActor public protocol RhythmServiceDelegate: AnyObject {
    func rhythmService(_ service: any RhythmTraining, didReport event: RhythmEvent)
}

/// Everything a presenter may ask of the rhythm trainer. A command that does not fit the phase does nothing.
public protocol RhythmTraining: Actor {
    @MainActor var delegate: (any RhythmServiceDelegate)? { get set }
    func start(_ options: RhythmOptions)
    /// Ends; what was played so far is judged.
    func stop()
    func pause()
    func resume()
    /// A key, button or finger went down at that moment. Also counts while calibrating by tapping.
    func tap(at time: HostTime)
    /// Takes effect at the next beat; only while there is no exercise.
    func change(tempo: Tempo)
    func change(clickVolume: Double, guideVolume: Double)
    /// The exercise or the metronome goes on with other devices, after another count-in, also when a device was lost.
    ///
    /// - Parameter latency: of these devices, as in `RhythmOptions`.
    func change(devices: TransportOptions, latency: Double?)
    /// Listens to a few strokes of the instrument alone. No clicks sound meanwhile.
    func learnInstrument(_ transport: TransportOptions)
    /// Plays clicks and hears them, or, without listening, has them tapped along to.
    func calibrate(_ transport: TransportOptions)
}
